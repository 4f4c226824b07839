/** Returns the problem that some work throws. @throws Error if it throws none */
export function problemIn(work: () => unknown): { code: string; message: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      return { code: String(error.code), message: error.message };
    throw error;
  }
  throw new Error('There was no problem.');
}
