/** The field of an address that is a secret, and so is not shown again. */
import type { TargetedEvent, VNode } from 'preact';
import { TextField } from './fields.tsx';

interface AddressProps {
  /** The label of the first address. */
  label: string;
  /** Whether there is no address to keep. */
  isNew: boolean;
  /** How to get the address. */
  hint: string;
  onInput?: (event: TargetedEvent<HTMLInputElement>) => void;
}

/** The field, named `/url`. */
export function AddressField({ label, isNew, hint, ...input }: AddressProps): VNode {
  return (
    <TextField
      {...input}
      label={isNew ? label : 'New address'}
      name="/url"
      type="url"
      autocomplete="off"
      placeholder={isNew ? 'https://' : 'Leave empty to keep the address'}
      hint={`${hint} It is a secret and is not shown again.`}
    />
  );
}
