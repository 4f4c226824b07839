/** The page that makes a company and its first user with the operator's token, signs them in and leads into the setup. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { readAnswer, send } from '../../../api/api.ts';
import { useLatest } from '../../../forms/saving.ts';
import { Failure, Waiting } from '../../../components/notice.tsx';
import { Card, ToSignIn } from '../../../components/welcome/card.tsx';
import { NewCompanyForm } from './new-company-form.tsx';
import { NoToken, Remote } from './not-here.tsx';

/** Whether companies can be made here. */
type State = 'ready' | 'no_token' | 'remote';

const TITLE = 'Create your company';

export function NewCompanyScreen(): VNode {
  const [state, setState] = useState<State>();
  const {
    error,
    isBusy,
    save: read,
  } = useLatest(async () => {
    const { body } = await readAnswer<{ state: State }>(await send('/console/session/new', {}));
    setState(body.state);
  });
  useEffect(() => {
    document.title = `${TITLE} · Leadline`;
    read();
  }, []);
  if (error === undefined && state === undefined) return <Waiting />;
  return (
    <Card title={TITLE}>
      {error !== undefined && <Failure error={error} retry={read} />}
      {state === 'ready' && <NewCompanyForm />}
      {state === 'no_token' && <NoToken isBusy={isBusy} retry={read} />}
      {state === 'remote' && <Remote />}
      <ToSignIn text="I already have a company: sign in" />
    </Card>
  );
}
