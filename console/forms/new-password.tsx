/** The field in which people choose a password. `passwordIn` reads it. */
import type { VNode } from 'preact';
import { TextField } from './fields.tsx';

export function NewPassword({
  label = 'New password',
  name = '/password',
  hint = 'At least 8 characters',
}: {
  label?: string;
  name?: string;
  hint?: string;
}): VNode {
  return <TextField label={label} name={name} type="password" autocomplete="new-password" hint={hint} />;
}
