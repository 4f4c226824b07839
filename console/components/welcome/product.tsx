/** What stands for the product: the name and the logo that the company has chosen, or Leadline's. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { BrandBody } from '../../../worker/core/company/brand/reference.ts';
import { Brand } from '../icon.tsx';

/** A logo that is so much wider than high has the name in it. */
const WIDE = 2;

interface ProductProps {
  /** The company whose logo it is. */
  company: string;
  brand: BrandBody | undefined;
  size?: number;
}

export function Product({ company, brand, size }: ProductProps): VNode {
  const [broken, setBroken] = useState('');
  const { name = null, logo = null } = brand ?? {};
  const text = name ?? 'Leadline';
  // The session may be another window's: then there is only the name.
  if (logo === null || logo.version === broken) {
    return (
      <>
        {name === null && <Brand {...(size && { size })} />} <b>{text}</b>
      </>
    );
  }
  const { version, width, height } = logo;
  const isWide = width >= WIDE * height;
  return (
    <>
      <img
        class="logo"
        src={`/console/api/companies/${company}/brand/logo?version=${version}`}
        width={width}
        height={height}
        alt={isWide ? text : ''}
        onError={() => setBroken(version)}
      />
      {!isWide && <b>{text}</b>}
    </>
  );
}
