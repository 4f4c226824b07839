/** The entry of the list's menu that opens likely duplicates, with their number. */
import type { VNode } from 'preact';
import type { DuplicatesBody } from '../../../../worker/core/leads/finding/duplicates/reference.ts';
import { companyPath } from '../../../api/company.ts';
import { useResource } from '../../../api/resource.ts';
import { pathTo } from '../../../address/router.ts';
import { Icon } from '../../../components/icon.tsx';

/** As many as the API lists at a time. */
const MOST_COUNTED = 100;

export function DuplicatesLink(): VNode {
  const { data } = useResource<DuplicatesBody>(companyPath(`/leads/duplicates?size=${MOST_COUNTED}`));
  const count = data?.pairs.length ?? 0;
  return (
    <a href={pathTo('leads', 'duplicates')}>
      <Icon name="merge" /> Likely duplicates
      {count > 0 && ` (${count}${data?.next_cursor === undefined ? '' : '+'})`}
    </a>
  );
}
