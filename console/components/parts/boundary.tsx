/** Keeps an error in one part from taking the others with it, and keeps what was typed there. */
import { Component, type ComponentChildren } from 'preact';
import { forgetAnswers } from '../../api/resource.ts';
import { rescueTyped, type Rescue } from '../../forms/typed.ts';
import { Broken } from './broken.tsx';

interface BoundaryProps {
  /** The address that the children show: another one gets another try. */
  at: string;
  /** The element around the message, where the children have one of their own. */
  isPage?: boolean;
  children: ComponentChildren;
}

interface BoundaryState {
  broken?: { error: unknown; rescue: Rescue } | undefined;
}

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  /** Called before the children are taken away. */
  override componentDidCatch(error: unknown): void {
    this.setState({ broken: { error, rescue: rescueTyped() } });
    forgetAnswers();
    // To the browser's console, and to whatever watches it.
    reportError(error);
  }

  override componentDidUpdate({ at }: BoundaryProps): void {
    if (this.state.broken !== undefined && at !== this.props.at) this.#tryAgain();
  }

  override render(): ComponentChildren {
    const { broken } = this.state;
    if (broken === undefined) return this.props.children;
    const message = <Broken {...broken} tryAgain={this.#tryAgain} />;
    return this.props.isPage === true ? <main class="screen">{message}</main> : message;
  }

  readonly #tryAgain = (): void => this.setState({ broken: undefined });
}
