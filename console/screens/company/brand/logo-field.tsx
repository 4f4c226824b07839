/** The logo: chosen or dropped, and removed, at once and with Undo. */
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { BrandBody } from '../../../../worker/core/company/brand/reference.ts';
import { askFile, messageOf, Refusal } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/over/toasts.tsx';
import { FileField } from '../../../forms/file-field.tsx';
import { useSaving } from '../../../forms/saving.ts';

/** As in the Worker, whose refusal does not arrive while a large file is still being sent. */
const MAX_BYTES = 100_000;

interface LogoFieldProps {
  brand: BrandBody;
  /** Saves a logo, or removes it. */
  save: (file: File | undefined) => Promise<unknown>;
}

export function LogoField({ brand: { logo }, save: write }: LogoFieldProps): VNode {
  const place = useRef<HTMLElement>(null);
  const { error, save } = useSaving(async (file?: File) => {
    if (file !== undefined && file.size > MAX_BYTES) throw tooLarge(file);
    const former = logo === null ? undefined : await formerLogo(logo.version);
    await write(file);
    // The button that was pressed is gone.
    if (file === undefined) place.current?.querySelector('input')?.focus();
    toast(file === undefined ? 'Logo removed.' : 'Logo saved.', () => write(former));
  });
  return (
    <section class="form-section" ref={place}>
      <h2>Logo</h2>
      {error !== undefined && <Notice kind="danger">{messageOf(error)}</Notice>}
      <FileField
        label="Logo"
        text="Choose a picture, or drop it here"
        hint="PNG, JPEG or WebP, up to 100 kB and 1024 × 1024 pixels"
        accept="image/png,image/jpeg,image/webp"
        choose={save}
      />
      {logo !== null && (
        <button type="button" class="button" onClick={() => save()}>
          Remove the logo
        </button>
      )}
    </section>
  );
}

/** Reads the present logo, so that it can be put back. */
async function formerLogo(version: string): Promise<File> {
  const file = await askFile(companyPath(`/brand/logo?version=${version}`), {});
  return new File([file], version, { type: file.type });
}

function tooLarge({ size }: File): Refusal {
  const detail = `This file has ${Math.ceil(size / 1000)} kB. A logo may have 100.`;
  return new Refusal({ code: 'body_too_large', title: '', detail, status: 413 }, undefined);
}
