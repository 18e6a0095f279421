// utf8proc (Unicode widths and grapheme breaks) for Swift.
#pragma once
#include <utf8proc.h>
