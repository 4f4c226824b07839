/** A link into a company. A press switches the session to it; another window does so by itself. */
import type { VNode } from 'preact';
import { switchCompany } from '../../../api/session.ts';
import { user } from '../../../api/user.ts';
import { toastFailure } from '../../../components/over/toasts.tsx';

export function CompanyLink({ id, at, text }: { id: string; at: string; text: string }): VNode {
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || id === user.value?.company_id) return;
    event.preventDefault();
    void switchCompany(id, at).catch(toastFailure);
  };
  return (
    <a href={at} onClick={onClick}>
      {text}
    </a>
  );
}
