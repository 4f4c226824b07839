/** What has become of a new client, where there is something to do or to hand over. */
import type { VNode } from 'preact';
import type { AddedCompanyBody } from '../../../../../worker/core/reports/agency/adding/reference.ts';
import { Failure, Notice } from '../../../../components/notice.tsx';
import { Code } from '../../../../components/over/code.tsx';

interface AddedClientProps {
  added: AddedCompanyBody;
  error: unknown;
  isBusy: boolean;
  retry: () => void;
  onOpen: () => void;
}

/** Tells whether nothing is left to say: the setup can be opened at once. */
export function isSilent({ template, invitation }: AddedCompanyBody): boolean {
  return isTaken(template) && (invitation === null || invitation.is_mailed);
}

export function AddedClient({ added, error, isBusy, retry, onOpen }: AddedClientProps): VNode {
  const { name, template, invitation, link } = added;
  return (
    <>
      <Notice kind="good">{name} is added.</Notice>
      {error !== undefined && <Failure error={error} retry={retry} />}
      {!isTaken(template) && (
        <Notice kind="warning">
          Its settings were not copied: {template?.detail ?? 'a company did not answer in time.'}{' '}
          <button type="button" class="link" disabled={isBusy} onClick={retry}>
            Try again
          </button>
        </Notice>
      )}
      {invitation !== null && !invitation.is_mailed && (
        <Invited email={invitation.email} link={link} detail={invitation.detail} />
      )}
      <div class="dialog-foot">
        <button type="button" class="button primary" disabled={isBusy} onClick={onOpen}>
          Open its setup
        </button>
      </div>
    </>
  );
}

function Invited({
  email,
  link,
  detail,
}: {
  email: string;
  link: string | undefined;
  detail: string | undefined;
}): VNode {
  if (link === undefined) {
    return (
      <Notice kind="warning">
        {detail ?? 'The link of the invitation did not arrive.'} People, in the new company, lists the
        invitations and makes new links.
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="warning">
        Mail is not set up here, so give this link to {email} yourself. It works once, for seven days. Copy it
        now: it is not shown again.
      </Notice>
      <Code label="Link" code={link} />
    </>
  );
}

function isTaken(template: AddedCompanyBody['template']): boolean {
  return template === null || template.status === 'copied' || template.status === 'unchanged';
}
