/** The web worker of workbooks. The page goes on meanwhile. */
import { answerTo } from './answer.ts';
import type { WorkbookAnswer, WorkbookQuestion } from './messages.ts';

addEventListener('message', ({ data }: MessageEvent<WorkbookQuestion>) => {
  // The page hears of an error of the program, too.
  answerTo(data).then(tell, reportError);
});
tell({ kind: 'ready' });

function tell(answer: WorkbookAnswer): void {
  postMessage(answer);
}
