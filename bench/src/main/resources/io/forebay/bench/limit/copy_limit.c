/* The limit of a copy between two pools: memcpy of the same pieces, in the same order, from one mapped file to another.
 *
 * usage: copy_limit SOURCE SOURCE_OFFSET DESTINATION DESTINATION_OFFSET LENGTH PIECE
 * Touches both ranges, says "ready"; then answers each line of standard input with the seconds of one pass. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what) {
    perror(what);
    exit(1);
}

static char *map(const char *file, int writable, size_t end) {
    int fd = open(file, writable ? O_RDWR : O_RDONLY);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0) {
        die(file);
    }
    if ((size_t)status.st_size < end) {
        fprintf(stderr, "%s is shorter than %zu bytes\n", file, end);
        exit(1);
    }
    char *base = mmap(NULL, end, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, fd, 0);
    if (base == MAP_FAILED) {
        die("mmap");
    }
    close(fd);
    return base;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static double pass(char *destination, const char *source, size_t length, size_t piece) {
    double start = now();
    for (size_t done = 0; done < length; done += piece) {
        memcpy(destination + done, source + done, length - done < piece ? length - done : piece);
        __asm__ volatile("" ::: "memory");
    }
    return now() - start;
}

int main(int argc, char **argv) {
    if (argc != 7) {
        fprintf(stderr, "usage: %s SOURCE OFFSET DESTINATION OFFSET LENGTH PIECE\n", argv[0]);
        return 2;
    }
    size_t source_offset = strtoull(argv[2], NULL, 10);
    size_t destination_offset = strtoull(argv[4], NULL, 10);
    size_t length = strtoull(argv[5], NULL, 10);
    size_t piece = strtoull(argv[6], NULL, 10);
    if (length == 0 || piece == 0) {
        fprintf(stderr, "length and piece must be positive\n");
        return 2;
    }
    const char *source = map(argv[1], 0, source_offset + length) + source_offset;
    char *destination = map(argv[3], 1, destination_offset + length) + destination_offset;
    pass(destination, source, length, piece);
    puts("ready");
    fflush(stdout);
    char line[64];
    while (fgets(line, sizeof line, stdin) != NULL) {
        printf("%.9f\n", pass(destination, source, length, piece));
        fflush(stdout);
    }
    return 0;
}
