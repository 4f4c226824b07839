/** Gives each visitor a host, for browsers with one profile: storage belongs to a host, and every 127.x.y.z is this machine. */

let visitors = 0;

export function nextHost(): string {
  visitors++;
  return `127.1.${visitors >> 8}.${visitors & 255}`;
}
