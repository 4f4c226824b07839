/** The company's own name and logo, and how they look. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BrandBody } from '../../../../worker/core/company/brand/reference.ts';
import { type Answer, ask } from '../../../api/api.ts';
import { place } from '../../../address/router.ts';
import { companyPath } from '../../../api/company.ts';
import { changed, resource, useResource } from '../../../api/resource.ts';
import { opened } from '../../../api/session.ts';
import { user } from '../../../api/user.ts';
import { toast } from '../../../components/over/toasts.tsx';
import { Read } from '../../../components/read.tsx';
import { Form, Submit, TextField } from '../../../forms/fields.tsx';
import { valuesOf } from '../../../forms/form-values.ts';
import { NO_VERSION, useMembers } from '../../../forms/save-members.ts';
import { useSaving } from '../../../forms/saving.ts';
import { isTyped } from '../../../typed/typed.ts';
import { Product } from '../../../components/welcome/product.tsx';
import { type Base, Edited } from '../base.tsx';
import { settingsNow } from '../replacing.ts';
import { LogoField } from './logo-field.tsx';

const PART = '/brand';
const SCHEMES = ['light', 'dark'] as const;

export function BrandPart(): VNode {
  const shown = useResource<BrandBody>(companyPath(PART));
  const [typed, setTyped] = useState<string>();
  const { answer } = shown;
  const named = useRef(answer);
  // A new logo changes nothing in the form of the name.
  if (named.current?.body.name !== answer?.body.name) named.current = answer;
  return (
    <Read shown={shown}>
      {(brand) => (
        <div class="card company-form">
          <p class="soft intro">
            The people of this company see them instead of “Leadline”: at the top left, when they are invited,
            and in mail.
          </p>
          {named.current && (
            <Edited answer={named.current}>
              {(state) => <NameForm state={state} setTyped={setTyped} />}
            </Edited>
          )}
          <LogoField brand={brand} save={(file) => put(`${PART}/logo`, file)} />
          <Looks brand={typed === undefined ? brand : { ...brand, name: typed.trim() || null }} />
        </div>
      )}
    </Read>
  );
}

function Looks({ brand }: { brand: BrandBody }): VNode {
  return (
    <section class="form-section">
      <h2>How they look</h2>
      <div class="looks">
        {SCHEMES.map((scheme) => (
          <figure key={scheme}>
            <div class={`brand ${scheme}`}>
              <Product company={place.value.company} brand={brand} />
            </div>
            <figcaption class="soft small">In {scheme} colors</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

interface NameFormProps {
  state: Base<BrandBody>;
  /** Shows what is typed; undefined shows what is saved. */
  setTyped: (text: string | undefined) => void;
}

function NameForm({ state, setTyped }: NameFormProps): VNode {
  useEffect(() => setTyped(undefined), []);
  const { begun, save: saveMembers } = useMembers(
    // A new logo makes a new version, too: the newest one is read before each save.
    { ...NO_VERSION, body: state.base.body },
    {
      write: async ({ name = null }, { etag, body: before }) => {
        const saved = await put(PART, { name }, etag);
        toast('Name saved.', () => put(PART, { name: before.name }, saved.etag));
        state.saved(saved);
        return saved;
      },
      readNow: () => settingsNow(PART),
    },
  );
  const { error, isBusy, save } = useSaving(async (form: HTMLFormElement) => {
    await saveMembers({ name: String(valuesOf(form)['/name']).trim() || null });
    if (!isTyped(form)) state.settle();
  });
  return (
    <Form name="brand" class="form-section" error={error} onInput={state.touch} onSubmit={save}>
      <TextField
        label="Name"
        name="/name"
        defaultValue={begun.name ?? ''}
        placeholder="Leadline"
        autocomplete="off"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Submit disabled={isBusy}>Save the name</Submit>
    </Form>
  );
}

/** Saves a name or a logo, or removes the logo without a body, and shows it in the frame. */
async function put(part: string, body: object | undefined, ifMatch?: string): Promise<Answer<BrandBody>> {
  const path = companyPath(PART);
  try {
    const method = body === undefined ? 'DELETE' : 'PUT';
    const answer = await ask<BrandBody>(companyPath(part), { method, body, ifMatch });
    resource<BrandBody>(path).replace(answer);
    if (user.value !== undefined) opened({ ...user.value, brand: answer.body });
    return answer;
  } catch (error) {
    // There may be a newer version by now.
    changed(path);
    throw error;
  }
}
