/** What moves by itself, loaded after the first screen: changes of others, incoming calls, who else is here, notifications. */
import { effect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { withQuery } from '../../address/router.ts';
import { mayWrite } from '../../api/user.ts';
import { Boundary } from '../../components/parts/boundary.tsx';
import { Notice } from '../../components/notice.tsx';
import { Bell } from './bell.tsx';
import { Connection, isLost } from './connection.ts';
import { followNotifications } from '../../components/parts/device.ts';
import { companyPath } from '../../api/company.ts';
import { changed as outdate } from '../../api/resource.ts';
import { notePresent, shownLead } from '../../api/presence.ts';
import { readUserAgain } from './present-user.ts';
import { readChanged, readOlder } from './revalidating.ts';
import { Ringing } from './ringing.tsx';

export function LiveScreen(): VNode {
  useEffect(() => {
    // Without an answer the next start reads them.
    const readUser = (): void => void readUserAgain().catch(() => undefined);
    const changed: typeof readChanged = (hints, time) => {
      readChanged(hints, time);
      if (hints.some(({ kind }) => kind === 'settings')) readUser();
    };
    const connection = new Connection({
      changed,
      anyChanged: readOlder,
      present: notePresent,
      // Who is at which row is in no stream.
      connected: () => outdate(companyPath('/reminders')),
    });
    const stop = connection.start();
    const stopFollowing = followNotifications();
    const stopShowing = effect(() => connection.show(shownLead.value));
    readUser();
    return () => {
      stopShowing();
      stopFollowing();
      stop();
    };
  }, []);
  return (
    <>
      {mayWrite() && (
        <Boundary at={withQuery({})} isOptional>
          <Bell />
        </Boundary>
      )}
      <div class="live">
        <Boundary at={withQuery({})} isOptional>
          <Ringing />
        </Boundary>
        <output>
          {isLost.value && <Notice kind="warning">The connection is lost. Trying again.</Notice>}
        </output>
      </div>
    </>
  );
}
