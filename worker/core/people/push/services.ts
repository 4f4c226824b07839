/** The push services that are left alone for a while, in the memory of the company's object. */
import { BackOff } from '../../engine/context/back-off.ts';
import type { CompanyState } from '../../engine/context/company-context.ts';
import type { PushOutcome } from './push.ts';

/** Returns the push services of a company's browsers. */
export function pushServicesOf({ memory }: Pick<CompanyState, 'memory'>): PushServices {
  return memory.of(PushServices);
}

/**
 * Services that asked for a pause (`Retry-After`) or did not answer, so that messages to a service that hangs do not hold up those
 * to others. By origin: as many as the company's browsers have.
 */
export class PushServices {
  readonly #silent = new BackOff<string>();
  readonly #paused = new Map<string, number>();

  /** Returns until when the service of a browser is left alone, in milliseconds since the epoch; 0 if it is not. */
  restsUntil(endpoint: string): number {
    const service = originOf(endpoint);
    return Math.max(this.#silent.restsUntil(service), this.#paused.get(service) ?? 0);
  }

  /** Learns how a service answered. */
  learn(endpoint: string, result: PushOutcome, now: number): void {
    const service = originOf(endpoint);
    if (result.outcome === 'failed' && result.isSilent) {
      this.#silent.countFailure(service, now);
      return;
    }
    this.#silent.clearFailures(service);
    const wait = result.outcome === 'failed' ? result.askedWaitMs : 0;
    if (wait > 0) this.#paused.set(service, now + wait);
    else this.#paused.delete(service);
  }

  /** Does nothing: a rollback changes no service. */
  forget(): void {}
}

function originOf(endpoint: string): string {
  return URL.parse(endpoint)?.origin ?? '';
}
