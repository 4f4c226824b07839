/** Adds a company for a client, with the settings of another one. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AddedCompanyBody } from '../../../../../worker/core/reports/agency/adding/reference.ts';
import type { CompanyOverviewBody } from '../../../../../worker/core/reports/overview/reference.ts';
import { ask, Refusal } from '../../../../api/api.ts';
import { changed } from '../../../../api/resource.ts';
import { switchCompany } from '../../../../api/session.ts';
import { close } from '../../../../address/router.ts';
import { Notice, Waiting } from '../../../../components/notice.tsx';
import { Dialog } from '../../../../components/over/dialog.tsx';
import { toastFailure } from '../../../../components/over/toasts.tsx';
import { valuesOf } from '../../../../forms/form-values.ts';
import { keptId, renewId } from '../../../../api/kept-id.ts';
import { useSaving } from '../../../../forms/saving.ts';
import type { Currency } from '../../../../api/company.ts';
import { ClientForm } from './client-form.tsx';
import { AddedClient, isSilent } from './added-client.tsx';

/** The name under which this tab keeps the id of the company that it adds. */
const KEPT_ID = 'leadline.added-company';
const leave = (): void => close(['over']);

export function AddClient({ companies }: { companies: readonly CompanyOverviewBody[] | undefined }): VNode {
  return (
    <Dialog title="Add a client" onClose={leave}>
      {companies === undefined ? <Waiting /> : <Steps companies={companies} />}
    </Dialog>
  );
}

function Steps({ companies }: { companies: readonly CompanyOverviewBody[] }): VNode {
  // Once it is begun, its place is taken, and the company that adds it stays the same.
  const [by] = useState(() => companies.find(({ may_add: places }) => places !== null && places > 0));
  const [added, setAdded] = useState<AddedCompanyBody>();
  const sent = useRef<object>({});
  const { error, isBusy, save } = useSaving(async (body: object) => {
    sent.current = body;
    setAdded(await post(by?.company_id ?? '', body));
  });
  useEffect(() => {
    if (added === undefined) return;
    // The form is gone now, so nobody is asked whether to leave it.
    if (isSilent(added)) void open(added);
    else listAnew();
  }, [added]);
  const isAdded = added !== undefined;
  // What is typed into another dialog is for another company.
  useEffect(() => (isAdded ? () => renewId(KEPT_ID) : undefined), [isAdded]);
  if (by === undefined) return <NoPlace companies={companies} />;
  if (added === undefined) {
    return (
      <ClientForm
        places={by.may_add ?? 0}
        by={by.name ?? ''}
        error={error}
        isBusy={isBusy}
        onSave={(form, currencies) => save(bodyOf(form, currencies))}
      />
    );
  }
  const retry = (): void => save(sent.current);
  return (
    <AddedClient added={added} error={error} isBusy={isBusy} retry={retry} onOpen={() => void open(added)} />
  );
}

/** Says who can allow it. */
function NoPlace({ companies }: { companies: readonly CompanyOverviewBody[] }): VNode {
  const owned = companies.filter(({ may_add: places }) => places !== null);
  return (
    <>
      <Notice kind="info">
        {owned.length === 0
          ? 'Clients are added by super admins.'
          : 'None of your companies may add a client at the moment. Ask your Leadline operator to allow it, and name your company.'}
      </Notice>
      <div class="dialog-foot">
        <button type="button" class="button" onClick={leave}>
          Close
        </button>
      </div>
    </>
  );
}

/** Adds the company. The same id again completes what was left. @throws Refusal, Unreachable */
async function post(byId: string, sent: object): Promise<AddedCompanyBody> {
  const body = { company_id: keptId(KEPT_ID), ...sent };
  try {
    return (await ask<AddedCompanyBody>(`/me/companies/${byId}/clients`, { method: 'POST', body })).body;
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.code !== 'company_exists') throw error;
    // An earlier try made it, and its answer was lost. What is in the form now is for another one.
    renewId(KEPT_ID);
    const detail =
      'An earlier try has added a company with other details: look at All companies. Press the button again to add another one.';
    throw new Refusal({ ...error.problem, detail }, undefined);
  }
}

/** Opens the setup of the new company. */
async function open({ company_id: id }: AddedCompanyBody): Promise<void> {
  try {
    await switchCompany(id, `/console/${id}/setup`);
    renewId(KEPT_ID);
  } catch (error) {
    toastFailure(error);
    listAnew();
  }
}

function listAnew(): void {
  changed('/me/companies');
  changed('/me/companies/overview');
}

function bodyOf(form: HTMLFormElement, currencies: readonly Currency[]): object {
  const values = valuesOf(form);
  const text = (name: string): string => String(values[`/${name}`] ?? '').trim();
  const currency = currencies.find(({ unit }) => unit === text('currency'));
  const email = text('invite/email');
  return {
    name: text('name'),
    default_region: text('default_region'),
    time_zone: text('time_zone') || null,
    ...(currency && {
      currency: {
        name: currency.name,
        unit: currency.unit,
        symbol: currency.symbol,
        rate: currency.rate,
      },
    }),
    template: text('template') || null,
    invite: email === '' ? null : { email, role_id: text('invite/role_id') },
  };
}
