/** Waiting with an end: no page and no request hangs because a storage or a service does. */

/**
 * What `work` resolves to, or `instead` when it takes longer than `milliseconds` or fails. Late results are dropped.
 */
export async function within<Result, Instead>(
  work: Promise<Result>,
  milliseconds: number,
  instead: Instead,
): Promise<Result | Instead> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Instead>((resolve) => {
    timer = setTimeout(() => resolve(instead), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch {
    return instead;
  } finally {
    clearTimeout(timer);
  }
}
