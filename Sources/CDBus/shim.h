// libdbus-1 for Swift. The macros that Swift cannot import come as constants.
#pragma once
#include <dbus/dbus.h>

static const int DBusTypeString = DBUS_TYPE_STRING;
static const int DBusTypeUInt32 = DBUS_TYPE_UINT32;
static const int DBusTypeInt32 = DBUS_TYPE_INT32;
static const int DBusTypeInt64 = DBUS_TYPE_INT64;
static const int DBusTypeBoolean = DBUS_TYPE_BOOLEAN;
static const int DBusTypeUnixFD = DBUS_TYPE_UNIX_FD;
static const int DBusTypeArray = DBUS_TYPE_ARRAY;
static const int DBusTypeVariant = DBUS_TYPE_VARIANT;
static const int DBusTypeDictEntry = DBUS_TYPE_DICT_ENTRY;
