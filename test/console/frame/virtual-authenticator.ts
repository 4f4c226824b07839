/** The browser's own virtual authenticator (Chrome DevTools Protocol, WebAuthn), as a laptop with a fingerprint sensor. */
import type { CDPSession, Page } from 'playwright-core';
import { workerUrl } from '../../harness/worker-url.ts';

/** The Worker by a name: browsers make no passkeys for an IP address. */
export function namedUrl(): string {
  return workerUrl().replace('127.0.0.1', 'localhost');
}

export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Attaches one to a page. */
  static async of(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable', { enableUI: false });
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** Decides whether the finger is the right one. With a wrong one the browser gives up, as when a person cancels. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified });
  }

  /** Counts its passkeys. */
  async count(): Promise<number> {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId: this.#id,
    });
    return credentials.length;
  }
}

/** Keeps the browser from suggesting passkeys by itself, which the virtual authenticator accepts at once. */
export async function withoutSuggestions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}
