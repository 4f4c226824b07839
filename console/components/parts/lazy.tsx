/** Loads the script and the style sheet of a part of the console when it is opened. */
import type { ComponentChildren, ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Broken, PartMissing } from './broken.tsx';
import { Waiting } from '../notice.tsx';

/** Loads a part. It must be the same function at every rendering. */
export type Load<Props = object> = () => Promise<ComponentType<Props>>;

const styles = new Map<string, Promise<void>>();
/** The parts that were loaded. They are shown again without a wait. */
const loaded = new WeakMap<object, unknown>();

/** Returns the loader of a part with a style sheet: `console/screens/<name>`. */
export function part(name: string, load: Load): Load {
  return async () => {
    const [Content] = await Promise.all([load(), loadStyle(name)]);
    return () => (
      <Part name={name}>
        <Content />
      </Part>
    );
  };
}

/** The element to which the style sheet of a part is limited (build/console-styles.ts). Parts are not nested. */
export function Part({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return <div data-part={name}>{children}</div>;
}

/**
 * Returns a component that is loaded when it is first shown: a section of a screen, or a dialog.
 * @param meanwhile what is shown until it is there; a sign of waiting by default
 */
export function later<Props extends object = object>(
  load: Load<Props>,
  meanwhile?: (props: Props) => VNode,
): (props: Props) => VNode {
  return (props) => <Lazy load={load} props={props} meanwhile={meanwhile?.(props)} />;
}

/** Loads a part before it is needed. Opening it then shows it at once. Errors appear when it is opened. */
export function loadAhead<Props>(load: Load<Props>): void {
  load().then(
    (Component) => loaded.set(load, Component),
    () => undefined,
  );
}

interface LazyProps<Props> {
  load: Load<Props>;
  props?: Props;
  meanwhile?: VNode | undefined;
}

/** Shows a part once it is loaded. If it cannot be loaded, offers a reload. */
export function Lazy<Props extends object>({ load, props, meanwhile }: LazyProps<Props>): VNode {
  const [state, setState] = useState<{ load: Load<Props>; error?: unknown }>({ load });
  const Component = loaded.get(load) as ComponentType<Partial<Props>> | undefined;
  // A part that was loaded ahead between this rendering and the effect is asked for again, which shows it.
  const isThere = Component !== undefined;
  useEffect(() => {
    if (isThere) return undefined;
    let isWanted = true;
    load().then(
      (answer) => {
        loaded.set(load, answer);
        return isWanted && setState({ load });
      },
      (error: unknown) => isWanted && setState({ load, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [load, isThere]);
  const { error } = state.load === load ? state : { error: undefined };
  if (error !== undefined) return <Broken error={new PartMissing(error)} rescue="nothing" />;
  return Component === undefined ? (meanwhile ?? <Waiting />) : <Component {...props} />;
}

function loadStyle(name: string): Promise<void> {
  const loading =
    styles.get(name) ??
    new Promise<void>((resolve, reject) => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      // The script and the style sheets are in one folder.
      link.href = new URL(`./${name}.css`, import.meta.url).href;
      link.addEventListener('load', () => resolve());
      link.addEventListener('error', () => reject(new Error(`${name}.css was not loaded.`)));
      document.head.append(link);
    });
  styles.set(name, loading);
  // The next call loads it again.
  loading.catch(() => styles.delete(name));
  return loading;
}
