// The CommonMark reference implementation for Swift.
#pragma once
#include <cmark.h>
