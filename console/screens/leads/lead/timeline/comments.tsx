/** The comments on an event, oldest first. */
import type { VNode } from 'preact';
import { BareField, Form, useFocusOnOpen } from '../../../../forms/fields.tsx';
import { Face } from '../../../../components/text/people.tsx';
import { Read } from '../../../../components/read.tsx';
import { useSaving } from '../../../../forms/saving.ts';
import { When } from '../../../../components/text/values.tsx';
import { draftOf, useDraft, withoutSent } from '../../../../typed/drafts.ts';
import { useResource } from '../../../../api/resource.ts';
import { mayWrite } from '../../../../api/user.ts';
import { addComment, leadPath } from '../lead-actions.ts';
import type { Comment, TimelineEvent } from '../lead.ts';

interface CommentsProps {
  event: TimelineEvent;
  leadId: string;
}

/** Whether there is an unsent comment. */
export function isCommentBegun({ event, leadId }: CommentsProps): boolean {
  return draftOf(subjectOf({ event, leadId })) !== '';
}

/** @param isWanted whether the user wants to write a comment */
export function Comments({ event, leadId, isWanted }: CommentsProps & { isWanted: boolean }): VNode {
  const { event_id: id, comment_count: count } = event.data;
  const place = useFocusOnOpen<HTMLDivElement>(isWanted);
  const shown = useResource<{ sub_events: Comment[] }>(
    count > 0 ? leadPath(leadId, `/events/${event.type}/${id}/comments`) : undefined,
  );
  return (
    <div ref={place} class="comments">
      {count > 0 && (
        <Read shown={shown}>
          {({ sub_events: comments }) => (
            <ul>
              {comments.map((comment) => (
                <CommentLine key={comment.sub_event_id} comment={comment} />
              ))}
            </ul>
          )}
        </Read>
      )}
      {mayWrite() && <CommentForm event={event} leadId={leadId} />}
    </div>
  );
}

function CommentLine({ comment: { data } }: { comment: Comment }): VNode {
  return (
    <li>
      <Face name={data.created_by_entity.name ?? '?'} />
      <div>
        <b>{data.created_by_entity.name}</b>{' '}
        <span class="soft small">
          <When time={data.event_time} />
        </span>
        <p class="message">{data.comment}</p>
      </div>
    </li>
  );
}

function CommentForm({ event, leadId }: CommentsProps): VNode {
  const [text, setText] = useDraft(subjectOf({ event, leadId }));
  const { error, isBusy, save } = useSaving(async () => {
    if (text.trim() === '') return;
    await addComment(leadId, { type: event.type, id: event.data.event_id }, text);
    setText((now) => withoutSent(now, text));
  });
  return (
    <Form name="comment" isKept error={error} onSubmit={() => save()}>
      <div class="row">
        <BareField
          class="grow"
          name="/comment"
          label="New comment"
          placeholder="Comment"
          autocomplete="off"
          value={text}
          onInput={({ currentTarget: { value } }) => setText(() => value)}
        />
        {text !== '' && (
          <button type="submit" class="button slim" disabled={isBusy}>
            Add comment
          </button>
        )}
      </div>
    </Form>
  );
}

function subjectOf({ event, leadId }: CommentsProps): string {
  return `${leadPath(leadId)} comment ${event.data.event_id}`;
}
