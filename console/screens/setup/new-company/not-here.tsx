/** Why no company can be made here, and what to do. */
import type { VNode } from 'preact';
import { Notice } from '../../../components/notice.tsx';
import { Code } from '../../../components/over/code.tsx';

const COMMANDS = `OPERATOR_TOKEN=$(openssl rand -base64 32)
echo "$OPERATOR_TOKEN"
echo "$OPERATOR_TOKEN" | npx wrangler secret put OPERATOR_TOKEN`;

/** The deployment has no operator token yet. */
export function NoToken({ isBusy, retry }: { isBusy: boolean; retry: () => void }): VNode {
  return (
    <>
      <Notice kind="warning">
        Leadline has no operator token yet. With it, you prove that this Leadline is yours.
      </Notice>
      <p>Run these commands in the folder of Leadline. The second one shows the token: keep a copy.</p>
      <Code label="Commands" code={COMMANDS} />
      <button type="button" class="button primary" disabled={isBusy} onClick={retry}>
        I have done that
      </button>
    </>
  );
}

/** Another core has the users. */
export function Remote(): VNode {
  return (
    <Notice kind="info">
      The companies and users of this Leadline are at another address (CORE_API_URL). Create your company
      there.
    </Notice>
  );
}
