// The package has no types of its own.
declare module 'saxen' {
  /** Reads XML as a stream. Errors are thrown, unless there is a handler for them. */
  export class Parser {
    on(event: 'openTag', handler: (name: string, attributes: () => Record<string, string>) => void): this;
    on(
      event: 'closeTag' | 'text' | 'cdata' | 'comment' | 'question',
      handler: (content: string) => void,
    ): this;
    /** Reads the next piece. What is incomplete waits for the next. */
    write(piece: string): this;
    end(): Error | null;
  }
}
