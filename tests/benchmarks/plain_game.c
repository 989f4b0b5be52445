/* I-UCB1 and OMM as one would write them in C: the peer of the game loop.
 *
 * plain_game POLICY MATROID LANES STEPS SIZE RANK prints the processor's nanoseconds an action, regret, reward, and lists
 * that break the two readings of the constraint. POLICY is iucb1, iucb2, omm (radius sqrt(1.5 ln t / s)) or omm-fixed
 * (sqrt(1.5 ln n / s)); MATROID is uniform or partition (RANK blocks of SIZE / RANK, one item of each). The means of all
 * items are read from standard input; the last items (of a partition, the last of each block) are the baseline.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t state[4];

static uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static double uniform01(void) { /* xoshiro256+ (Blackman and Vigna 2018) */
  uint64_t result = state[0] + state[3], shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotate(state[3], 45);
  return (result >> 11) * 0x1.0p-53;
}

static int size, rank, blocks; /* blocks: 0 for a uniform matroid */
static double *mean;
static int *level;      /* how many baseline items are no better */
static int *worse_here; /* partition: worse than the baseline item of its block */

static void heaviest_among(const double *weight, int first, int last, int count, double *value, int *out) {
  for (int e = first; e < last; e++) {
    double w = weight[e];
    int place = e - first;
    if (place >= count) {
      if (w <= value[count - 1]) continue;
      place = count - 1;
    }
    for (; place > 0 && value[place - 1] < w; place--) value[place] = value[place - 1], out[place] = out[place - 1];
    value[place] = w, out[place] = e;
  }
}

static void heaviest(const double *weight, double *value, int *out) {
  if (!blocks) {
    heaviest_among(weight, 0, size, rank, value, out);
    return;
  }
  for (int b = 0, width = size / rank; b < rank; b++)
    heaviest_among(weight, b * width, (b + 1) * width, 1, value + b, out + b);
}

static int is_among(int item, const int *items) {
  for (int i = 0; i < rank; i++)
    if (items[i] == item) return 1;
  return 0;
}

static void exchange(const int *source, const int *target, int *out) {
  if (blocks) { /* both lists have an item for each block, in order */
    memcpy(out, target, rank * sizeof *out);
    return;
  }
  for (int i = 0, j = 0; i < rank; i++) {
    out[i] = source[i];
    if (is_among(source[i], target)) continue;
    while (is_among(target[j], source)) j++;
    out[i] = target[j++];
  }
}

static int is_broken(const int *items) { /* any bijection, at most one item worse */
  int count[64] = {0};
  for (int i = 0; i < rank; i++)
    if (level[items[i]] < rank) count[level[items[i]]]++;
  for (int i = 0, below = 0; i < rank; i++)
    if ((below += count[i]) > i + 1) return 1;
  return 0;
}

static int is_broken_in_blocks(const int *items) {
  int worse = 0;
  for (int i = 0; i < rank; i++) worse += worse_here[items[i]];
  return worse > 1;
}

int main(int argc, char **argv) {
  if (argc != 7) return 2;
  int is_omm = !strncmp(argv[1], "omm", 3), is_fixed = strcmp(argv[1], "omm"), knows = !strcmp(argv[1], "iucb1");
  blocks = !strcmp(argv[2], "partition");
  int lanes = atoi(argv[3]), steps = atoi(argv[4]);
  size = atoi(argv[5]), rank = atoi(argv[6]);
  int width = size / rank;
  mean = malloc(size * sizeof *mean), level = malloc(size * sizeof *level), worse_here = malloc(size * sizeof *worse_here);
  int *baseline = malloc(rank * sizeof *baseline), *in_baseline = calloc(size, sizeof *in_baseline);
  for (int e = 0; e < size; e++)
    if (scanf("%lf", &mean[e]) != 1) return 2;
  for (int i = 0; i < rank; i++) baseline[i] = blocks ? (i + 1) * width - 1 : size - rank + i, in_baseline[baseline[i]] = 1;
  for (int e = 0; e < size; e++) {
    level[e] = 0;
    for (int i = 0; i < rank; i++) level[e] += mean[baseline[i]] <= mean[e];
    worse_here[e] = mean[e] < mean[baseline[blocks ? e / width : 0]];
  }
  double best = 0, regret = 0, reward = 0;
  long violations = 0, in_blocks = 0;
  double *total = malloc(size * sizeof *total), *average = malloc(size * sizeof *average), *root = malloc(size * sizeof *root);
  double *upper = malloc(size * sizeof *upper), *cautious = malloc(size * sizeof *cautious), *value = malloc(rank * sizeof *value);
  int *count = malloc(size * sizeof *count), *decision = malloc(rank * sizeof *decision), *trusted = malloc(rank * sizeof *trusted);
  int *partner = malloc(rank * sizeof *partner), *items = malloc(rank * sizeof *items);
  double growth = 1.5 * log(steps);
  heaviest(mean, value, decision);
  for (int i = 0; i < rank; i++) best += value[i];
  for (int i = 0; i < 4; i++) state[i] = 0x9E3779B97F4A7C15u * (i + 1);
  clock_t start = clock();
  for (int lane = 0; lane < lanes; lane++) {
    for (int e = 0; e < size; e++) {
      count[e] = 1, total[e] = average[e] = uniform01() < mean[e], root[e] = 1;
      upper[e] = average[e] + sqrt(growth);
      cautious[e] = in_baseline[e] ? (knows ? mean[e] : upper[e]) : fmax(average[e] - sqrt(growth), 0);
    }
    for (int step = 0; step < steps;) {
      if (is_omm) {
        double factor = is_fixed ? sqrt(growth) : sqrt(1.5 * log(step > 1 ? step : 1));
        for (int e = 0; e < size; e++) upper[e] = average[e] + factor * root[e];
      }
      heaviest(upper, value, decision);
      if (!is_omm) {
        heaviest(cautious, value, trusted);
        exchange(trusted, decision, partner);
      }
      for (int i = 0; i < (is_omm ? 1 : rank) && step < steps; i++, step++) {
        memcpy(items, is_omm ? decision : trusted, rank * sizeof *items);
        if (!is_omm) items[i] = partner[i];
        double worth = 0, earned = 0;
        for (int j = 0; j < rank; j++) {
          double weight = uniform01() < mean[items[j]] ? 1 : 0;
          earned += weight, worth += mean[items[j]];
          count[items[j]]++, total[items[j]] += weight;
        }
        regret += best - worth, reward += earned;
        violations += is_broken(items);
        in_blocks += blocks ? is_broken_in_blocks(items) : is_broken(items);
      }
      for (int k = 0; k < (is_omm ? rank : 2 * rank); k++) {
        int e = is_omm ? decision[k] : k < rank ? trusted[k] : partner[k - rank];
        average[e] = total[e] / count[e], root[e] = 1 / sqrt(count[e]);
        if (is_omm) continue;
        double radius = sqrt(growth / count[e]);
        upper[e] = average[e] + radius;
        if (!in_baseline[e])
          cautious[e] = fmax(average[e] - radius, 0);
        else if (!knows)
          cautious[e] = upper[e];
      }
    }
  }
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%.1f %.2f %.2f %ld %ld\n", seconds / lanes / steps * 1e9, regret / lanes, reward / lanes, violations, in_blocks);
  return 0;
}
