#ifndef TIMELINE_SQLITE_H
#define TIMELINE_SQLITE_H

#include <sqlite3.h>

// Makes a string in double quotes an error unless it is an identifier. Swift cannot call functions with variable
// arguments.
static inline int timeline_sqlite_require_single_quotes(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    return code != SQLITE_OK ? code : sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

#endif
