// Files that the bundler turns into modules (wrangler.toml, [[rules]]).
declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}
