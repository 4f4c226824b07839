/** Nobody is told to nobody: somebody hears of every call, voicemail, text and form, in the order of who is nearest to it, and can open it. */
import { expect, test, vi } from 'vitest';
import { answerOf, makeCompanyWithUsers, makeUser, type PeopledCompany } from '../../../harness/builders.ts';
import { sendAsCarrier } from '../../../harness/carrier/simulated-carrier.ts';
import { sendAs, type TestUser } from '../../../harness/client.ts';
import { dniSettings, location, putSettings } from '../../../harness/dni-company.ts';
import { effort } from '../../../harness/effort.ts';
import { workerUrl } from '../../../harness/worker-url.ts';
import { freshCaller } from './calls/call-company.ts';
import { emailField, freshEmail, sendForm, textField } from './forms/sending.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const NUMBERS = { austin: '+15125550101', denver: '+13035550101', none: '+18005550111' } as const;

type Branch = keyof typeof NUMBERS;
type Random = () => number;

interface Told {
  type: string;
  data: Record<string, unknown>;
}

interface Member extends TestUser {
  role: string;
  group: string;
  isAway: boolean;
  isSuspended: boolean;
}

let contacts = 0;

function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!;
}

/** A company of some people of any roles, groups and branches, some of them away or suspended. */
class Company {
  readonly base: PeopledCompany;
  readonly members: Member[] = [];

  #groups: string[] = [];
  readonly #seen = new Set<string>();

  private constructor(base: PeopledCompany) {
    this.base = base;
  }

  /** Makes a company in which only the super admin is told, so far. */
  static async make(): Promise<Company> {
    const company = new Company(await makeCompanyWithUsers());
    const { superadmin, manager, agent, colleague } = company.base;
    for (const { userId } of [manager, agent, colleague])
      await company.modify(userId, { is_suspended: true });
    const present = await answerOf<object[]>(await company.ask('GET', '/lead_settings/groups'));
    const groups = [...present, { label: 'One' }, { label: 'Two' }];
    const saved = await answerOf<{ id: string }[]>(await company.ask('PUT', '/lead_settings/groups', groups));
    company.#groups = saved.slice(-2).map(({ id }) => id);
    company.members.push({
      ...superadmin,
      role: 'superadmin',
      group: superadmin.groupId,
      isAway: false,
      isSuspended: false,
    });
    return company;
  }

  ask(method: string, rest: string, body?: object): Promise<Response> {
    return sendAs(this.base.superadmin, method, `${this.base.path}${rest}`, body);
  }

  async modify(userId: string, change: object): Promise<void> {
    await answerOf(await this.ask('POST', `/users/${userId}/modify`, change));
  }

  async add(role: string, group: string): Promise<Member> {
    const user = await makeUser(this.base.superadmin, this.base.path, {
      role_id: role,
      group_id: this.#group(group),
      name: role,
    });
    const member = { ...user, role, group, isAway: false, isSuspended: false };
    this.members.push(member);
    return member;
  }

  async leave(member: Member): Promise<void> {
    await answerOf(
      await this.ask('PUT', `/availability/${member.userId}`, { available: false, until: null }),
    );
    member.isAway = true;
  }

  /** Returns the id of the first or the second group. */
  #group(name: string): string {
    return this.#groups[Number(name) - 1] ?? '';
  }

  /** Saves who belongs to the branches. */
  async staff(people: Readonly<Partial<Record<Branch, readonly Member[]>>>): Promise<void> {
    const ids = (branch: Branch): string[] => (people[branch] ?? []).map(({ userId }) => userId);
    const settings = dniSettings({
      forms: true,
      domains: ['example.com'],
      locations: [location('austin', { users: ids('austin') }), location('denver', { users: ids('denver') })],
      default_location_id: 'denver',
      numbers: [
        { phone_number: NUMBERS.austin, location_id: 'austin' },
        { phone_number: NUMBERS.denver, location_id: 'denver' },
        { phone_number: NUMBERS.none },
      ],
    });
    await answerOf(await putSettings(this.base.companyId, settings));
  }

  /** Makes a lead of an owner or a group. @returns its phone */
  async lead(owner: Member | undefined, group?: string): Promise<string> {
    const phone = freshCaller();
    const { lead_ids: ids } = await answerOf<{ lead_ids: [string] }>(
      await this.ask('POST', '/leads/create', {
        phone,
        ...(group === undefined ? {} : { lead_group: this.#group(group) }),
      }),
    );
    const assign = { to_user_email: owner?.email };
    if (owner !== undefined) {
      const { ok: isAssigned } = await this.ask('POST', `/leads/${ids[0]}/assign`, assign);
      if (!isAssigned) throw new Error('The lead is not assigned.');
    }
    return phone;
  }

  async call(branch: Branch, from: string | null, outcome: string): Promise<string> {
    contacts += 1;
    const call = { carrier_call_id: `pbx-${contacts}`, number: NUMBERS[branch], from, outcome };
    const started = { started_at: new Date().toISOString() };
    return (await answerOf<{ call_id: string }>(await this.ask('POST', '/calls', { ...call, ...started })))
      .call_id;
  }

  async text(branch: Branch, from: string | null): Promise<string> {
    contacts += 1;
    const text = { carrier_text_id: `gw-${contacts}`, number: NUMBERS[branch], from, message: 'Hello?' };
    return (await answerOf<{ text_id: string }>(await this.ask('POST', '/texts', text))).text_id;
  }

  /** Sends a form from a page with a number of a branch. @returns its id */
  async form(branch: Branch): Promise<string> {
    const fields = [emailField(freshEmail()), textField('Text', 'Hello')];
    await sendForm(this.base.companyId, { fields, number: NUMBERS[branch] });
    const found = await vi.waitUntil(async () => {
      const { changes } = await answerOf<{ changes: { type: string; data: { form_id?: string } }[] }>(
        await this.ask('GET', '/changes?after=0&limit=1000'),
      );
      return changes.find(({ type, data }) => type === 'form.received' && !this.#seen.has(data.form_id ?? ''))
        ?.data.form_id;
    }, PATIENCE);
    this.#seen.add(found);
    return found;
  }

  /** Returns what of a contact somebody who was told of it cannot open: itself, its lead, and its place in the list. */
  async closedTo(member: Member, kind: string, id: string): Promise<string[]> {
    const ask = (rest: string): Promise<Response> => sendAs(member, 'GET', `${this.base.path}${rest}`);
    const { notifications } = await answerOf<{ notifications: Told[] }>(await ask('/notifications?size=100'));
    const told = notifications.find(({ data }) => Object.values(data).includes(id));
    const leadId = told?.data['lead_id'];
    const paths = [
      ...(typeof leadId === 'string' ? [`/leads/${leadId}`, `/leads/${leadId}/events`] : []),
      ...(kind === 'form' ? [] : [kind === 'text' ? `/texts/${id}` : `/calls/${id}`]),
    ];
    const answers = await Promise.all(paths.map(async (path) => [path, (await ask(path)).ok] as const));
    const closed = answers.flatMap(([path, isOpen]) => (isOpen ? [] : path));
    if (kind === 'form') return closed;
    const toDo = JSON.stringify(await answerOf(await ask('/reminders?size=100')));
    // A withheld number cannot be called back. One reminder is kept a person, about the newest contact.
    if (typeof leadId === 'string' && !toDo.includes(leadId)) closed.push('/reminders');
    const list = kind === 'text' ? '/texts?limit=100' : '/calls?limit=100';
    const listed = JSON.stringify(await answerOf(await ask(list)));
    return listed.includes(id) ? closed : [...closed, list];
  }

  /** Returns who was told of a contact. */
  async toldOf(id: string): Promise<Member[]> {
    const active = this.members.filter(({ isSuspended }) => !isSuspended);
    const lists = await Promise.all(
      active.map(async (member) => {
        const path = `${this.base.path}/notifications?size=100`;
        const { notifications } = await answerOf<{ notifications: Told[] }>(
          await sendAs(member, 'GET', path),
        );
        return notifications.some(({ data }) =>
          [data['call_id'], data['text_id'], data['form_id']].includes(id),
        );
      }),
    );
    return active.filter((_, index) => lists[index]);
  }
}

test('of a call hear the owner, else the branch, else the group, else all managers, else the super admins', async () => {
  const company = await Company.make();
  const heard = async (phone: string | null): Promise<string[]> => {
    const told = await company.toldOf(await company.call('austin', phone, 'missed'));
    return told.map(({ userId }) => names.get(userId) ?? 'superadmin');
  };
  const names = new Map<string, string>();
  const add = async (name: string, role: string, group: string): Promise<Member> => {
    const member = await company.add(role, group);
    names.set(member.userId, name);
    return member;
  };
  await company.staff({});
  const phone = await company.lead(undefined, '1');

  expect(await heard(phone)).toEqual(['superadmin']);
  await add('another group', 'manager', '2');
  await add('looks on', 'viewer', '1');
  expect(await heard(phone)).toEqual(['another group']);
  const agent = await add('agent', 'agent', '1');
  await add('manager', 'manager', '1');
  expect(await heard(phone)).toEqual(['agent', 'manager']);
  const near = await add('branch', 'agent', '2');
  await company.staff({ austin: [near] });
  expect(await heard(phone)).toEqual(['branch']);
  expect(await heard(null)).toEqual(['branch']);
  const own = await company.lead(agent, '1');
  expect(await heard(own)).toEqual(['agent']);
  await company.leave(agent);
  expect(await heard(own)).toEqual(['agent', 'branch']);
});

test('a withheld caller’s voicemail is told without a lead, and leads to the list of calls', async () => {
  const company = await Company.make();
  await company.staff({});
  const id = await company.call('austin', null, 'voicemail');
  const { notifications } = await answerOf<{ notifications: Told[] }>(
    await company.ask('GET', '/notifications'),
  );

  expect(notifications).toMatchObject([
    { type: 'call.missed', data: { call_id: id, phone: null, outcome: 'voicemail' } },
  ]);
  expect(notifications[0]?.data).not.toHaveProperty('lead_id');
});

test('nobody is told to nobody, in random companies', async () => {
  for (let seed = 1; seed <= effort(5, 60); seed += 1) {
    const random = randomOf(seed);
    const company = await Company.make();
    const size = Math.floor(random() * 5);
    for (let count = 0; count < size; count += 1) {
      await company.add(
        pick(random, ['agent', 'agent', 'manager', 'viewer', 'superadmin']),
        pick(random, ['1', '2']),
      );
    }
    const some = (): Member[] => company.members.filter(() => random() < 0.4);
    await company.staff({ austin: some(), denver: some() });
    const owners = company.members.filter(({ role }) => role !== 'viewer');
    const phones = [
      freshCaller(),
      await company.lead(pick(random, owners), pick(random, ['1', '2'])),
      await company.lead(undefined, pick(random, ['1', '2'])),
      null,
    ];
    for (const member of company.members.slice(1)) {
      if (random() < 0.3) await company.leave(member);
      if (random() > 0.2) continue;
      await company.modify(member.userId, { is_suspended: true });
      member.isSuspended = true;
    }
    for (const phone of phones) {
      const branch = pick(random, ['austin', 'denver', 'none'] as const);
      const ids = {
        missed: await company.call(branch, phone, 'missed'),
        voicemail: await company.call(branch, phone, 'voicemail'),
        text: await company.text(branch, phone),
        form: await company.form(branch),
      };
      for (const [kind, id] of Object.entries(ids)) {
        const told = await company.toldOf(id);
        const said = `seed ${String(seed)}: ${kind} from ${String(phone)} at ${branch}`;
        // The super admin is there in any case.
        const isHeard = told.some(({ isAway }) => !isAway);
        const onlookers = told.filter(({ role }) => role === 'viewer');
        expect([said, isHeard, onlookers]).toEqual([said, true, []]);
        for (const member of told) {
          const closed = await company.closedTo(member, kind, id);
          expect([said, member.role, closed]).toEqual([said, member.role, []]);
        }
      }
    }
  }
});

test('the lead of a form is of its branch as that of a call is: in its group, for one of its people', async () => {
  const company = await Company.make();
  const near = await company.add('agent', '2');
  await company.modify(near.userId, { auto_assignable: true });
  await company.staff({ austin: [near] });
  const call = await company.call('austin', freshCaller(), 'missed');
  const form = await company.form('austin');
  const { notifications } = await answerOf<{ notifications: Told[] }>(
    await sendAs(near, 'GET', `${company.base.path}/notifications`),
  );
  const leadOf = async (id: string): Promise<object> => {
    const told = notifications.find(({ data }) => Object.values(data).includes(id));
    return answerOf(await sendAs(near, 'GET', `${company.base.path}/leads/${String(told?.data['lead_id'])}`));
  };
  const ofCall = await leadOf(call);

  expect(ofCall).toMatchObject({ assigned_to: { id: near.userId } });
  const { lead_group, assigned_to } = ofCall as Record<string, object>;
  expect(await leadOf(form)).toMatchObject({ lead_group, assigned_to });
});

test('who serves a caller without a lead sees the call in the list and hears of it, and nobody else', async () => {
  const company = await Company.make();
  const [near, far] = [await company.add('agent', '2'), await company.add('agent', '2')];
  await company.staff({ austin: [near], denver: [far] });
  const withheld = await company.call('austin', null, 'voicemail');
  const listed = async (member: Member): Promise<string[]> => {
    const page = await answerOf<{ calls: { call_id: string }[] }>(
      await sendAs(member, 'GET', `${company.base.path}/calls`),
    );
    return page.calls.map(({ call_id: id }) => id);
  };
  const opened = (member: Member, path: string): Promise<number> =>
    sendAs(member, 'GET', `${company.base.path}/calls/${path}`).then(({ status }) => status);

  expect([await listed(near), await listed(far)]).toEqual([[withheld], []]);
  expect([await opened(near, withheld), await opened(far, withheld)]).toEqual([200, 403]);
  // Whoever is blocked is nobody's caller.
  const blocked = freshCaller();
  await answerOf(await company.ask('PUT', '/calls/settings', { blocked: [blocked] }));
  const refused = await company.call('austin', blocked, 'blocked');

  expect(await listed(near)).toEqual([withheld]);
  expect(await opened(near, refused)).toBe(403);
});

test('who answered a call, or belongs to the branch that was called, opens that lead, and no other', async () => {
  const company = await Company.make();
  const [answerer, near, far] = [
    await company.add('agent', '2'),
    await company.add('agent', '2'),
    await company.add('agent', '2'),
  ];
  const phone = '+15125550190';
  await company.modify(answerer.userId, { phone });
  await company.staff({ austin: [near], denver: [far] });
  const statusFor = async (member: Member, rest: string): Promise<number> =>
    (await sendAs(member, 'GET', `${company.base.path}/leads/${rest}`)).status;
  const missed = await company.call('austin', await company.lead(undefined, '1'), 'missed');
  const { lead_id: lead } = await answerOf<{ lead_id: string }>(await company.ask('GET', `/calls/${missed}`));
  const noted = await sendAs(near, 'POST', `${company.base.path}/leads/${lead}/note`, { message: 'Called.' });

  expect([await statusFor(near, lead), await statusFor(near, `${lead}/events`), noted.status]).toEqual([
    200, 200, 200,
  ]);
  expect([await statusFor(far, lead), await statusFor(answerer, lead)]).toEqual([403, 403]);

  // The answerer is rung for the number alone.
  const account = { carrier: 'twilio', accountId: 'AC1', secret: 'token' } as const;
  const settings = {
    carriers: [{ carrier: 'twilio', account_id: 'AC1', secrets: ['token'] }],
    numbers: { [NUMBERS.austin]: { ring: [{ user_id: answerer.userId }], screening: false } },
  };
  await answerOf(await company.ask('PUT', '/calls/settings', settings));
  const from = await company.lead(undefined, '1');
  const report = async (path: string, fields: Record<string, string>): Promise<void> => {
    const address = `${workerUrl()}/carriers/twilio/${company.base.companyId}${path}`;
    const all = { AccountSid: 'AC1', CallSid: 'CA1', From: from, To: NUMBERS.austin, ...fields };
    expect((await sendAsCarrier(account, address, all)).status).toBe(200);
  };
  await report('/call', { CallStatus: 'ringing' });
  const ringing = await answerOf<{ calls: { lead_id: string }[] }>(
    await sendAs(answerer, 'GET', `${company.base.path}/calls?outcome=in_progress`),
  );
  expect(ringing.calls).toHaveLength(1);
  expect(await statusFor(answerer, ringing.calls[0]?.lead_id ?? '')).toBe(200);
  expect(await statusFor(far, ringing.calls[0]?.lead_id ?? '')).toBe(403);
  const leg = { CallSid: 'CA2', ParentCallSid: 'CA1', To: phone };
  await report('/call/CA1/leg/0', { ...leg, CallStatus: 'in-progress' });
  const { calls } = await answerOf<{ calls: { lead_id: string; answered_by: object | null }[] }>(
    await company.ask('GET', '/calls?limit=1'),
  );

  expect(calls[0]?.answered_by).toMatchObject({ user_id: answerer.userId });
  expect(await statusFor(answerer, calls[0]?.lead_id ?? '')).toBe(200);

  // Another call is missed: whoever was rung hears of it, and has it to do.
  const other = await company.lead(undefined, '1');
  const missing = { CallSid: 'CA3', From: other };
  await report('/call', { ...missing, CallStatus: 'ringing' });
  await report('/status', { ...missing, CallStatus: 'no-answer' });
  const { notifications } = await answerOf<{ notifications: Told[] }>(
    await sendAs(answerer, 'GET', `${company.base.path}/notifications`),
  );
  expect(notifications).toMatchObject([{ type: 'call.missed', data: { phone: other } }]);
  const { reminders } = await answerOf<{ reminders: { lead: { phones: { phone: string }[] } }[] }>(
    await sendAs(answerer, 'GET', `${company.base.path}/reminders`),
  );
  expect(reminders.map(({ lead: { phones } }) => phones[0]?.phone)).toEqual([other]);
});
