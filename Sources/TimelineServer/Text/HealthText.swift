/// The answers of `/healthz` and `/readyz`.
enum HealthText {
    static let alive = "The server is running."
    static let ready = "The server is ready."
    static let shuttingDown = "The server is shutting down."
    static let storeSilent = "The store does not answer."
    static let storeFailed = "The store cannot be read."
    static let storeTooNew = "A later version of this program has changed the store."
}

/// The descriptions of the metrics.
enum MetricsHelp {
    static let texts = [
        "timeline_http_requests_total": "Responses by part of the server and class of status.",
        "timeline_http_request_duration_seconds": "Time until the body of a response begins.",
        "timeline_http_requests_in_flight": "Requests whose response has not begun.",
        "timeline_connections": "Open connections.",
        "timeline_live_streams": "Open streams of live updates.",
        "timeline_store_errors_total": "Requests that failed because of the store, by error code.",
        "timeline_store_retries_total":
            "Transactions that were repeated after a conflict or a failure.",
        "process_cpu_seconds_total": "Processor time of the user and the system, in seconds.",
        "process_start_time_seconds": "Start of the server, in seconds since 1970.",
        "process_virtual_memory_bytes": "Size of the address space, in bytes.",
        "process_resident_memory_bytes": "Memory in use, in bytes.",
        "process_open_fds": "Open files and connections.",
        "process_max_fds": "Limit on open files and connections.",
    ]
}
