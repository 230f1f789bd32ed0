// Preloaded into a process, moves its clock by the seconds in CLOCK_OFFSET. Debian's faketime does the same, but Swift
// programs receive no arguments under it.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t offset(void) {
    const char *text = getenv("CLOCK_OFFSET");
    return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (!result && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += offset();
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *target) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (target) *target = now.tv_sec;
    return now.tv_sec;
}
