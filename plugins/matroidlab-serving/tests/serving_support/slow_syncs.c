/* A disk whose syncs take longer: nanoseconds to add are in SYNC_DELAY. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int delayed(const char *name, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const char *given = getenv("SYNC_DELAY");
    struct timespec delay = {0, given ? atol(given) : 0};
    nanosleep(&delay, NULL);
    return real(file);
}

int fdatasync(int file) { return delayed("fdatasync", file); }
int fsync(int file) { return delayed("fsync", file); }
