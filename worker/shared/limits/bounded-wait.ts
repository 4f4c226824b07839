/** Limits the wait for a storage or service that may hang. */

/**
 * Resolves to the result of `work`, or to `late()` when that takes longer than `milliseconds`. A late result is dropped.
 * @throws what `work` rejects with
 */
export async function inTime<Result, Late>(
  work: Promise<Result>,
  milliseconds: number,
  late: () => Late,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late()), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves to the result of `work`, or to `instead` when it fails or takes too long. A late result is dropped. */
export async function within<Result, Instead>(
  work: Promise<Result>,
  milliseconds: number,
  instead: Instead,
): Promise<Result | Instead> {
  return inTime(work, milliseconds, () => instead).catch(() => instead);
}
