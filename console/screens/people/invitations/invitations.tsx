/** Invitations: the form, whose link is handed over where no mail is set up, and the list. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type {
  CompanyInvitationBody,
  InvitationWithLink,
} from '../../../../worker/core/people/invitations/reference.ts';
import { ask, requireSecret } from '../../../api/api.ts';
import { companyPath, useGroups } from '../../../api/company.ts';
import { changed, useResource } from '../../../api/resource.ts';
import { close, place } from '../../../address/router.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { Read } from '../../../components/read.tsx';
import { ListTable } from '../../../components/list.tsx';
import { toast, toastFailure } from '../../../components/over/toasts.tsx';
import { StatusChip, type StatusKind } from '../../../components/text/status-chip.tsx';
import { When } from '../../../components/text/values.tsx';
import { DialogSubmit, Form, Options, SelectField, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { useSaving } from '../../../forms/saving.ts';
import { FurtherCompanies, withFurther } from './further-companies.tsx';
import { HandedLink } from '../handed-link.tsx';
import { ROLE_CHOICES, ROLE_NAMES, ROLE_RIGHTS } from '../roles.ts';

const path = (): string => companyPath('/invitations');
const leave = (): void => close(['over']);
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

const STATES: Readonly<Record<CompanyInvitationBody['state'], string>> = {
  open: 'Open',
  accepted: 'Accepted',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

const KINDS: Readonly<Record<CompanyInvitationBody['state'], StatusKind>> = {
  open: 'waiting',
  accepted: 'good',
  withdrawn: 'off',
  expired: 'off',
};

/** What became of the mail, in words; nothing where no mail is set up. */
const MAILED: Readonly<Record<NonNullable<CompanyInvitationBody['mail']>['status'], string | undefined>> = {
  pending: 'being sent',
  delivered: 'sent',
  failed: 'not delivered',
  not_sent: undefined,
};

export function Invitations(): VNode {
  const shown = useResource<CompanyInvitationBody[]>(path());
  const [made, setMade] = useState<InvitationWithLink>();
  return (
    <>
      <Read shown={shown}>
        {(invitations) =>
          invitations.length === 0 ? null : <List invitations={invitations} onMade={setMade} />
        }
      </Read>
      {place.value.over === 'invite' && made === undefined && <InviteForm onMade={setMade} />}
      {made !== undefined && (
        <HandedLink
          title="Invitation"
          link={made.link}
          who={made.email}
          isMailed={made.is_mailed}
          validity="once, for seven days"
          onClose={() => {
            setMade(undefined);
            if (place.value.over === 'invite') leave();
          }}
        />
      )}
    </>
  );
}

function InviteForm({ onMade }: { onMade: (made: InvitationWithLink) => void }): VNode {
  const { data: groups = [] } = useGroups();
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    onMade(withLink((await ask<InvitationWithLink>(path(), { method: 'POST', body: bodyOf(form) })).body));
    changed(path());
  });
  return (
    <Dialog title="Invite somebody" size="narrow" onClose={leave}>
      <Form name="invite" error={error} onSubmit={save}>
        <TextField
          label="E-mail address"
          name="/email"
          type="email"
          autocomplete="off"
          hint="They choose their password themselves."
        />
        <TextField label="Name" name="/name" autocomplete="off" hint="They can change it." />
        <SelectField label="Role" name="/role_id" defaultValue="agent">
          <Options of={ROLE_CHOICES.map((id) => [id, `${ROLE_NAMES[id]}: ${ROLE_RIGHTS[id]}`])} />
        </SelectField>
        <SelectField label="Group" name="/group_id">
          <Options of={groups.map(({ id, label }) => [id, label])} />
        </SelectField>
        <FurtherCompanies />
        <DialogSubmit disabled={isBusy}>Invite</DialogSubmit>
      </Form>
    </Dialog>
  );
}

/** Reads the form. What is left empty is left out. */
function bodyOf(form: HTMLFormElement): object {
  const { values, companyIds } = withFurther(valuesOf(form));
  const entries = Object.entries(values).map(([name, value]) => [name.slice(1), value] as const);
  const body = Object.fromEntries(entries.filter(([, value]) => value !== ''));
  return companyIds.length === 0 ? body : { ...body, company_ids: companyIds };
}

function List({
  invitations,
  onMade,
}: {
  invitations: readonly CompanyInvitationBody[];
  onMade: (made: InvitationWithLink) => void;
}): VNode {
  return (
    <section class="card invitations">
      <h2>Invitations</h2>
      <ListTable
        class="people"
        caption="Invitations"
        items={invitations}
        keyOf={({ invitation_id: id }) => id}
        columns={[
          'E-mail address',
          'State',
          { label: 'Role', class: 'on-medium' },
          { label: 'Invited', class: 'on-medium' },
          { label: 'Actions', isUnseen: true, cells: 'number' },
        ]}
        cells={(invitation) => [
          <Invited invitation={invitation} />,
          <State invitation={invitation} />,
          ROLE_NAMES[invitation.role_id],
          <When time={invitation.created_time} />,
          <Actions invitation={invitation} onMade={onMade} />,
        ]}
      />
    </section>
  );
}

function Invited({
  invitation: { email, name, further_companies: further = [] },
}: {
  invitation: CompanyInvitationBody;
}): VNode {
  return (
    <>
      {email}
      {name !== '' && <small class="soft"> {name}</small>}
      {further.length > 0 && (
        <small class="soft"> also for {LIST.format(further.map((company) => company.name))}</small>
      )}
    </>
  );
}

function State({ invitation: { state, mail } }: { invitation: CompanyInvitationBody }): VNode {
  const mailed = mail === undefined || state !== 'open' ? undefined : MAILED[mail.status];
  return (
    <>
      <StatusChip kind={KINDS[state]} label={STATES[state]} />
      {mailed !== undefined && (
        <small class="soft" title={mail?.last_error}>
          {' '}
          Mail {mailed}
        </small>
      )}
    </>
  );
}

function Actions({
  invitation: { invitation_id: id, email, state },
  onMade,
}: {
  invitation: CompanyInvitationBody;
  onMade: (made: InvitationWithLink) => void;
}): VNode | null {
  const renewing = useSaving(async () => {
    const answer = await ask<InvitationWithLink>(`${path()}/${id}/renew`, { method: 'POST' });
    changed(path());
    onMade(withLink(answer.body));
  });
  const withdrawing = useSaving(async () => {
    await ask(`${path()}/${id}/withdraw`, { method: 'POST' }).catch(toastFailure);
    changed(path());
    toast('Invitation withdrawn.');
  });
  if (state !== 'open' && state !== 'expired') return null;
  return (
    <span class="row end">
      <button type="button" class="button slim" disabled={renewing.isBusy} onClick={() => renewing.save()}>
        New link<span class="unseen"> for {email}</span>
      </button>
      <button
        type="button"
        class="button slim danger"
        disabled={withdrawing.isBusy}
        onClick={() => withdrawing.save()}
      >
        Withdraw<span class="unseen"> the invitation of {email}</span>
      </button>
    </span>
  );
}

/** @throws Refusal if the answer with the link was lost */
function withLink(made: InvitationWithLink): InvitationWithLink & { link: string } {
  const lost = 'The invitation was made, but its link did not arrive. Make a new link in the list.';
  return { ...made, link: requireSecret(made.link, lost) };
}
