/** A place to choose a file, or to drop it. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';

interface FileFieldProps {
  /** What the file is, for screen readers. */
  label: string;
  text: string;
  hint: string;
  accept: string;
  choose: (file: File) => void;
}

export function FileField({ label, text, hint, accept, choose }: FileFieldProps): VNode {
  const [chosen, setChosen] = useState('');
  return (
    <label class="file">
      <Icon name="import" size={24} />
      <span>
        <b>{text}</b>
        <span class="soft small">{hint}</span>
      </span>
      <input
        type="file"
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget: input }) => {
          const [file] = input.files ?? [];
          if (file !== undefined) {
            choose(file);
            setChosen(`${file.name} ${file.size} ${file.lastModified}`);
          }
          // The same file can be chosen again, for instance after it was mended.
          input.value = '';
        }}
      />
      {/* So that the form has a change to lose. */}
      <input type="hidden" value={chosen} />
    </label>
  );
}
