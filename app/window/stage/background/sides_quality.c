#define LOG_MODULE "window"
#include "app/window/stage/background/sides_quality.h"

#include "app/measure/metrics/metrics.h"
#include "render/text/log.h"

#include <pthread.h>
#include <stdlib.h>

// Shared by the thread and its maker. The thread frees it, when it has seen that it is to end.
struct sides_quality {
    pthread_mutex_t lock;
    pthread_cond_t wakes;
    bool ends;
    bool waits; // a pair is there to compare
    struct image pair[2];
    bool is_known; // of the pair that was given last
    struct sides_difference difference;
};

static struct sides_difference compare(struct image pair[2])
{
    struct image exact[2];
    for (int i = 0; i < 2; i++)
        image_convert(&pair[i], IMAGE_TYPE_F64, &exact[i]);
    const struct metrics_difference difference = metrics_difference(&exact[0], &exact[1]);
    const struct sides_difference found = {
        .psnr = metrics_psnr(&difference, 1),
        .ssim = metrics_ssim(&exact[0], &exact[1]),
        .most = 255 * difference.most,
    };
    for (int i = 0; i < 2; i++) {
        image_finish(&exact[i]);
        image_finish(&pair[i]);
    }
    return found;
}

static void drop_pair(struct sides_quality *quality)
{
    for (int i = 0; i < 2 && quality->waits; i++)
        image_finish(&quality->pair[i]);
    quality->waits = false;
}

static void let_go(struct sides_quality *quality)
{
    drop_pair(quality);
    pthread_cond_destroy(&quality->wakes);
    pthread_mutex_destroy(&quality->lock);
    free(quality);
}

static void *work(void *data)
{
    struct sides_quality *quality = data;
    pthread_mutex_lock(&quality->lock);
    while (!quality->ends) {
        if (!quality->waits) {
            pthread_cond_wait(&quality->wakes, &quality->lock);
            continue;
        }
        struct image pair[2] = { quality->pair[0], quality->pair[1] };
        quality->waits = false;
        pthread_mutex_unlock(&quality->lock);
        const struct sides_difference difference = compare(pair);
        pthread_mutex_lock(&quality->lock);
        quality->difference = difference;
        quality->is_known = !quality->waits; // else a newer pair has come
    }
    pthread_mutex_unlock(&quality->lock);
    let_go(quality);
    return NULL;
}

struct sides_quality *sides_quality_make(void)
{
    pthread_t thread;
    struct sides_quality *quality = calloc(1, sizeof(*quality));
    if (!quality || pthread_mutex_init(&quality->lock, NULL) != 0 ||
        pthread_cond_init(&quality->wakes, NULL) != 0 ||
        pthread_create(&thread, NULL, work, quality) != 0)
        log_fatal("no thread to compare pictures with");
    pthread_detach(thread);
    return quality;
}

void sides_quality_free(struct sides_quality *quality)
{
    if (!quality)
        return;
    pthread_mutex_lock(&quality->lock);
    quality->ends = true;
    pthread_cond_signal(&quality->wakes);
    pthread_mutex_unlock(&quality->lock);
}

void sides_quality_compare(struct sides_quality *quality, struct image *a, struct image *b)
{
    pthread_mutex_lock(&quality->lock);
    drop_pair(quality);
    quality->pair[0] = *a;
    quality->pair[1] = *b;
    quality->waits = true;
    quality->is_known = false;
    pthread_cond_signal(&quality->wakes);
    pthread_mutex_unlock(&quality->lock);
}

bool sides_quality_take(struct sides_quality *quality, struct sides_difference *difference)
{
    pthread_mutex_lock(&quality->lock);
    const bool is_known = quality->is_known;
    *difference = quality->difference;
    pthread_mutex_unlock(&quality->lock);
    return is_known;
}
