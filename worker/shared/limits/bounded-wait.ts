/** Bounded waits for a storage or a service that may hang. */

/**
 * What `work` resolves to, or what `late` answers when that takes longer than `milliseconds`. Later results are dropped.
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

/** What `work` resolves to, or `instead` when it takes longer than `milliseconds` or fails. Late results are dropped. */
export async function within<Result, Instead>(
  work: Promise<Result>,
  milliseconds: number,
  instead: Instead,
): Promise<Result | Instead> {
  return inTime(work, milliseconds, () => instead).catch(() => instead);
}
