/** An error boundary: an error in one part does not break the others, and its typed values are kept. */
import { Component, type ComponentChildren } from 'preact';
import { forgetAnswers } from '../../api/resource.ts';
import { rescueTyped, type Rescue } from '../../typed/typed.ts';
import { Broken } from './broken.tsx';

interface BoundaryProps {
  /** The URL that the children show. At another URL they are rendered again. */
  at: string;
  /** Whether the children are the whole page, so that the message needs its own `main`. */
  isPage?: boolean;
  /** Whether nothing stands in the place of children that break: for what the page works without. */
  isOptional?: boolean;
  children: ComponentChildren;
}

interface BoundaryState {
  broken?: { error: unknown; rescue: Rescue } | 'left out' | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  /** Called before the children are removed. */
  override componentDidCatch(error: unknown): void {
    // Reports to the browser's console and to error trackers.
    reportError(error);
    if (this.props.isOptional === true) return this.setState({ broken: 'left out' });
    this.setState({ broken: { error, rescue: rescueTyped() } });
    forgetAnswers();
  }

  override componentDidUpdate({ at }: BoundaryProps): void {
    if (this.state.broken !== undefined && at !== this.props.at) this.#tryAgain();
  }

  override render(): ComponentChildren {
    const { broken } = this.state;
    if (broken === undefined) return this.props.children;
    if (broken === 'left out') return null;
    const message = <Broken {...broken} tryAgain={this.#tryAgain} />;
    return this.props.isPage === true ? <main class="screen">{message}</main> : message;
  }

  readonly #tryAgain = (): void => this.setState({ broken: undefined });
}
