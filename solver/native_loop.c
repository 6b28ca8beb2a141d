/* The step loop of a compiled model: runs between events at the speed of C.
 *
 * The model's functions come before this text in the same file, with CasADi's calling convention. The loop goes on until it
 * reaches `stop`, goes past `hold`, fills the recording, or meets something only Python decides about: a guard that
 * changed sign, a step that cannot be done, steps that have become stiff. States are committed only when a step is
 * accepted. Arithmetic goes in the order of the loop in Python: a run is the same, whenever compiled code takes over. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef int (*work_function)(long long *, long long *, long long *, long long *);

/* how much longer the next step may be: never so much that guards turn unnoticed */
static const double GROWTH = 2.0;
/* how much lower a guard may be between the places where its polynomial is computed, as a share of its bend */
static const double BETWEEN_DIPS = 0.01;

enum { REACHED = 0, GUARD = 1, FULL = 2, REFUSED = 3, SLICE = 4, SAMPLED = 5, FAILED = 6, STIFF = 7 };

/* what plain code answers: bits */
enum { TURN = 1, FAULT = 2 };

typedef struct {
    long long states, guesses, held, guards, capacity, most_steps, clocks;
    double *x, *p, *m, *h, *w;     /* the moment */
    double *weights;               /* sign of each active guard that is watched, else 0 */
    double *floor;                 /* absolute part of the error scale, by state */
    double *rows;                  /* recorded rows: time, states, held, guesses */
    long long *periods;            /* sample periods in ticks */
    double *first;                 /* the rates of change where the next step begins, if they are known */
    int (*call)(long long);        /* lets plain code compute, by its number */
    double time, stop, hold, step, largest, tolerance, interval, surface, most_residual, tick_over, tick_under; /* a tick is a fraction */
    double until, least_left;      /* the end of the run, and from how many steps left on another method pays */
    long long record, count, steps, rejected, tick_count, is_adaptive, has_projection, must_sample, stiff_checks, may_change, has_first;
} Loop;

static const double DENSE[7][4] = {
    {1.0, -8048581381.0 / 2820520608.0, 8663915743.0 / 2820520608.0, -12715105075.0 / 11282082432.0},
    {0.0, 0.0, 0.0, 0.0},
    {0.0, 131558114200.0 / 32700410799.0, -68118460800.0 / 10900136933.0, 87487479700.0 / 32700410799.0},
    {0.0, -1754552775.0 / 470086768.0, 14199869525.0 / 1410260304.0, -10690763975.0 / 1880347072.0},
    {0.0, 127303824393.0 / 49829197408.0, -318862633887.0 / 49829197408.0, 701980252875.0 / 199316789632.0},
    {0.0, -282668133.0 / 205662961.0, 2019193451.0 / 616988883.0, -1453857185.0 / 822651844.0},
    {0.0, 40617522.0 / 29380423.0, -110615467.0 / 29380423.0, 69997945.0 / 29380423.0}};

typedef struct {
    const double **arg;
    double **res;
    long long *iw;
    double *w;
} Work;

static void need(long long *most, work_function work) {
    long long size[4];
    int i;
    work(&size[0], &size[1], &size[2], &size[3]);
    for (i = 0; i < 4; i++)
        if (size[i] > most[i]) most[i] = size[i];
}

static void put_row(Loop *r, double time, const double *x) {
    double *row = r->rows + r->count * (1 + r->states + r->held + r->guesses);
    row[0] = time;
    memcpy(row + 1, x, sizeof(double) * r->states);
    memcpy(row + 1 + r->states, r->h, sizeof(double) * r->held);
    memcpy(row + 1 + r->states + r->held, r->w, sizeof(double) * r->guesses);
    r->count++;
}

/* whether a watched guard has crossed; one that began on its surface must first leave it */
static int has_crossed(const Loop *r, const double *values, const double *start) {
    long long i;
    for (i = 0; i < r->guards; i++) {
        double level = r->weights[i] * start[i] > r->surface ? 0.0 : -r->surface;
        if (r->weights[i] != 0.0 && !(r->weights[i] * values[i] >= level)) return 1;
    }
    return 0;
}

/* whether a watched guard that is above zero at all looks may be below it between them */
static int may_hide_crossing(const Loop *r, const double *looks) {
    long long i;
    int k, j;
    for (i = 0; i < r->guards; i++) {
        double seen[LOOKS], least = INFINITY, most = -INFINITY, span, bend;
        if (r->weights[i] == 0.0) continue;
        for (k = 0; k < LOOKS; k++) {
            seen[k] = r->weights[i] * looks[k * r->guards + i];
            if (k) least = fmin(least, seen[k]);
            most = fmax(most, seen[k]);
        }
        span = most - fmin(least, seen[0]);
        if (!(least > r->surface) || fmin(least, seen[0]) > FAR * span) continue;
        bend = fmax(seen[0] - 2.0 * seen[LOOKS / 2] + seen[LOOKS - 1], 0.0);
        for (j = 0; j < PLACES_BETWEEN; j++) {
            double value = 0.0, third = 0.0, second = 0.0, doubt;
            for (k = 0; k < LOOKS; k++) {
                value += BETWEEN[j][k] * seen[k];
                third += DOUBT_3[j][k] * seen[k];
                second += DOUBT_2[j][k] * seen[k];
            }
            doubt = fmax(fabs(third), fabs(second));
            if (value < doubt + BETWEEN_DIPS * bend || doubt > WILD * span) return 1;
        }
    }
    return 0;
}

static int all_finite(const double *x, long long n) {
    long long i;
    for (i = 0; i < n; i++)
        if (!isfinite(x[i])) return 0;
    return 1;
}

static void set_moment(const double **arg, const double *t, const double *x, Loop *r, const double *w) {
    arg[0] = t;
    arg[1] = x;
    arg[2] = r->p;
    arg[3] = r->m;
    arg[4] = r->h;
    arg[5] = w;
}

static double error_norm(const Loop *r, const double *error, const double *next) {
    double sum = 0.0;
    long long i;
    for (i = 0; i < r->states; i++) {
        double size = fmax(fabs(r->x[i]), fabs(next[i]));
        double part = error[i] / (r->tolerance * (r->floor[i] + size));
        sum += part * part;
    }
    return r->states ? sqrt(sum / r->states) : 0.0;
}

/* the states inside a step, at a share of it */
static void inside(const Loop *r, double size, double theta, const double *stages, double *point) {
    double weight[7];
    long long i;
    int s;
    for (s = 0; s < 7; s++)
        weight[s] = size * theta * (DENSE[s][0] + theta * (DENSE[s][1] + theta * (DENSE[s][2] + theta * DENSE[s][3])));
    for (i = 0; i < r->states; i++) {
        point[i] = r->x[i];
        for (s = 0; s < 7; s++) point[i] += weight[s] * stages[s * r->states + i];
    }
}

/* an estimate of step times the fastest rate of the system (Hairer and Wanner, section IV.2) */
static double stiffness(const Loop *r, double size, const double *stages) {
    double moved = 0.0, changed = 0.0;
    long long i, n = r->states;
    int s;
    for (i = 0; i < n; i++) {
        double way = 0.0, change = stages[6 * n + i] - stages[5 * n + i];
        for (s = 0; s < 6; s++) way += APART[s] * stages[s * n + i];
        moved += size * way * (size * way);
        changed += change * change;
    }
    return moved > 0.0 ? size * sqrt(changed) / sqrt(moved) : 0.0;
}

/* the cubic through two states with their rates, which follow each other */
static void between(const Loop *r, double size, double theta, const double *next, const double *rates, double *point) {
    double a = theta * theta * (3 - 2 * theta), b = theta * (1 - theta);
    const double *end = rates + r->states;
    long long i;
    for (i = 0; i < r->states; i++)
        point[i] = (1 - a) * r->x[i] + a * next[i] + size * b * ((1 - theta) * rates[i] - theta * end[i]);
}

/* before which wanted instants are strictly inside a step */
static double edge_of(const Loop *r, double end) {
    return end - 1e-9 * fmax(r->interval, fabs(end) * 1e-3 * r->interval);
}

/* wanted instants strictly inside an accepted step; r->record is the number of the next one */
static void record_inside(Loop *r, double size, double end, const double *stages, const double *next, double *point) {
    double edge = edge_of(r, end);
    while (r->record * r->interval < edge && r->count < r->capacity) {
        double time = r->record * r->interval, theta = (time - r->time) / size;
        if (r->is_adaptive) inside(r, size, theta, stages, point);
        else between(r, size, theta, next, stages, point);
        put_row(r, time, point);
        r->record++;
    }
}

/* a part of a sample: equations that set held values, or plain code that may read and set them */
#define EVALUATE(sampled) { \
    set_moment(work.arg, &r->time, r->x, r, r->w); \
    work.res[0] = held; \
    sampled(work.arg, work.res, work.iw, work.w, 0); \
    memcpy(r->h, held, sizeof(double) * r->held); }
#define CALL(number) if (!(answer & FAULT)) answer |= r->call(number);

CASADI_SYMBOL_EXPORT int junctura_advance(Loop *r) {
    long long n = r->states, most[4] = {8, 8, 1, 1}, taken = 0, i;
    double *space, *next, *stages, *error, *looks, *last_look, *guesses, *point, *held, residual = 0.0;
    int code = REACHED, has_begun = 0, is_watching = 0, answer;
    Work work;
    ALL_NEEDS(most)
    work.arg = malloc(sizeof(double *) * most[0]);
    work.res = malloc(sizeof(double *) * most[1]);
    work.iw = malloc(sizeof(long long) * (most[2] + 1));
    work.w = malloc(sizeof(double) * (most[3] + 1));
    space = malloc(sizeof(double) * (12 * n + LOOKS * r->guards + r->guesses + r->held + 4));
    next = space, error = next + n, point = error + n, stages = point + n;
    /* the first look is at the start of the step, the last at its end */
    looks = stages + 7 * n + n, last_look = looks + (LOOKS - 1) * r->guards;
    guesses = last_look + r->guards, held = guesses + r->guesses;
    for (i = 0; i < r->guards; i++) is_watching |= r->weights[i] != 0.0;
    while (1) {
        double left, size, end, norm = 0.0;
        if (r->must_sample) {
            /* all clocks that are due act together, for their blocks may read each other */
            long long due = 0;
            r->must_sample = 0;
            for (i = 0; i < r->clocks; i++)
                if (r->tick_count % r->periods[i] == 0) due |= 1LL << i;
            answer = 0;
            MODEL_SAMPLE(due, work)
            if (answer & FAULT) { code = FAILED; break; }
            r->has_first = 0;
            if (is_watching) {
                set_moment(work.arg, &r->time, r->x, r, r->w);
                work.res[0] = last_look;
                MODEL_GUARDS(work)
                memset(looks, 0, sizeof(double) * r->guards);
                if (has_crossed(r, last_look, looks)) { code = SAMPLED; break; }
                has_begun = 0;
            }
            if (r->record * r->interval <= r->time * (1 + 1e-12)) {
                put_row(r, r->time, r->x);
                r->record++;
            }
            if (answer & TURN) { code = SLICE; break; }
        }
        if (r->time >= r->stop) { code = REACHED; break; }
        if (r->stiff_checks >= STIFF_CHECKS) { code = STIFF; break; }
        if (taken && r->time >= r->hold) { code = SLICE; break; }
        if (r->count + 2 >= r->capacity) { code = FULL; break; }
        if (taken >= r->most_steps) { code = SLICE; break; }
        {
            double sample = r->stop, tried = r->step, rows;
            long long following = 0;
            for (i = 0; i < r->clocks; i++) {
                long long mine = (r->tick_count / r->periods[i] + 1) * r->periods[i];
                if (!following || mine < following) following = mine;
            }
            if (following) sample = following * r->tick_over / r->tick_under;
            if (!(sample < r->stop * (1 - 1e-13))) sample = r->stop;
            left = sample - r->time;
            end = r->time + r->step;
            size = r->step;
            if (!r->is_adaptive) {
                /* whole multiples of the step, so that rounding does not add up */
                double whole = nearbyint(end / r->step) * r->step;
                if (fabs(end - whole) < 1e-6 * r->step) end = whole;
            }
            if (r->step >= left * (1 - 1e-9)) { size = left; end = sample; }
            else if (!r->is_adaptive && left - r->step < 1e-9 * r->step) { size = left; end = sample; }
            if (r->is_adaptive && !r->has_first) {
                set_moment(work.arg, &r->time, r->x, r, r->w);
                work.res[0] = r->first, work.res[1] = guesses, work.res[2] = &residual;
                MODEL_DERIVATIVES(work)
                r->has_first = 1;
            }
            set_moment(work.arg, &r->time, r->x, r, r->w);
            work.arg[6] = &size;
            work.res[0] = next;
            if (r->is_adaptive) {
                work.arg[7] = r->first;
                work.res[1] = stages, work.res[2] = error, work.res[3] = guesses, work.res[4] = &residual;
            } else {
                work.res[1] = guesses, work.res[2] = &residual;
            }
            MODEL_STEP(work)
            taken++;
            if (!all_finite(next, n) || !(residual <= r->most_residual)) {
                r->rejected++;
                if (!r->is_adaptive || size < 1e-12 * fmax(1.0, fabs(r->time))) { code = REFUSED; break; }
                r->step = size / 4;
                continue;
            }
            if (r->is_adaptive) {
                double grow, most = is_watching ? GROWTH : 5.0;
                norm = error_norm(r, error, next);
                grow = norm < 1e-4 ? most : fmin(most, fmax(0.2, 0.9 * pow(norm, -0.2)));
                if (norm > 1.0) { r->rejected++; r->step = size * grow; continue; }
                /* a step cut short by a stop says little about the next one */
                r->step = fmin(size < r->step ? fmax(r->step, size * grow) : size * grow, r->largest);
            }
            if (is_watching) {
                int crossed = 0, k;
                if (!has_begun) {
                    set_moment(work.arg, &r->time, r->x, r, r->w);
                    work.res[0] = looks;
                    MODEL_GUARDS(work)
                }
                set_moment(work.arg, &end, next, r, guesses);
                work.res[0] = last_look;
                MODEL_GUARDS(work)
                crossed = has_crossed(r, last_look, looks);
                /* look inside the step too, and let Python look closer */
                for (k = 1; r->is_adaptive && !crossed && k < LOOKS - 1; k++) {
                    double time = r->time + PLACES[k] * size;
                    inside(r, size, PLACES[k], stages, point);
                    set_moment(work.arg, &time, point, r, guesses);
                    work.res[0] = looks + k * r->guards;
                    MODEL_GUARDS(work)
                    crossed = has_crossed(r, work.res[0], looks);
                }
                if (crossed || (r->is_adaptive && may_hide_crossing(r, looks))) {
                    r->step = tried;
                    code = GUARD;
                    break;
                }
                memcpy(looks, last_look, sizeof(double) * r->guards);
                has_begun = !r->has_projection;
            }
            /* all instants inside the step are recorded together: after those before it, or by Python */
            rows = (edge_of(r, end) - r->record * r->interval) / r->interval + 3.0;
            if (r->count + rows > r->capacity) {
                r->step = tried;
                code = r->count ? FULL : GUARD;
                break;
            }
            if (!r->is_adaptive && r->record * r->interval < edge_of(r, end)) {
                work.res[0] = stages, work.res[1] = 0, work.res[2] = 0;
                set_moment(work.arg, &r->time, r->x, r, r->w);
                MODEL_DERIVATIVES(work)
                work.res[0] = stages + n;
                set_moment(work.arg, &end, next, r, guesses);
                MODEL_DERIVATIVES(work)
            }
            record_inside(r, size, end, stages, next, point);
            r->time = end;
            if (r->may_change && (r->steps + 1) % STIFF_EVERY == 0) {
                int pays = (r->until - end) / fmax(size, 1e-300) > r->least_left;
                r->stiff_checks = pays && stiffness(r, size, stages) > STIFF_LIMIT ? r->stiff_checks + 1 : 0;
            }
            memcpy(r->x, next, sizeof(double) * n);
            memcpy(r->w, guesses, sizeof(double) * r->guesses);
            r->steps++;
            if (r->is_adaptive) { memcpy(r->first, stages + 6 * n, sizeof(double) * n); }
            if (r->has_projection && r->is_adaptive) {
                set_moment(work.arg, &r->time, r->x, r, r->w);
                work.res[0] = next;
                MODEL_PROJECT(work)
                if (all_finite(next, n)) memcpy(r->x, next, sizeof(double) * n);
                r->has_first = 0;
            }
            if (following && end == sample && sample < r->stop * (1 - 1e-13)) {
                r->tick_count = following;
                r->must_sample = 1;
            } else if (fabs(r->record * r->interval - end) <= 1e-9 * fmax(r->interval, end * 1e-3 * r->interval) && end < r->stop) {
                put_row(r, r->time, r->x);
                r->record++;
            }
        }
    }
    free(work.arg), free(work.res), free(work.iw), free(work.w), free(space);
    return code;
}
