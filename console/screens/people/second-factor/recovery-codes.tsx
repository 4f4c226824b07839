/** Shows new recovery codes, once: to copy, print or download. */
import type { VNode } from 'preact';
import { Code, CopyButton } from '../../../components/over/code.tsx';
import { saveFile } from '../../../formats/save-file.ts';

interface RecoveryCodesProps {
  email: string;
  codes: readonly string[];
  onDone: () => void;
}

export function RecoveryCodes({ email, codes, onDone }: RecoveryCodesProps): VNode {
  const text = `Recovery codes of ${email} for Leadline. Each works once.\n\n${codes.join('\n')}\n`;
  const download = (): void =>
    saveFile(new Blob([text], { type: 'text/plain' }), 'leadline-recovery-codes.txt');
  return (
    <>
      <p>
        <b>Keep these recovery codes.</b> Without your phone, each of them signs you in once. They are not
        shown again.
      </p>
      <Code label="Recovery codes" code={codes.join('\n')} />
      <div class="row">
        <CopyButton text={text} />
        <button type="button" class="button" onClick={download}>
          Download
        </button>
        <button type="button" class="button" onClick={() => print()}>
          Print
        </button>
        <button type="button" class="button primary" onClick={onDone}>
          I have saved them
        </button>
      </div>
    </>
  );
}
