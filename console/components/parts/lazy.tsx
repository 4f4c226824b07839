/** Loads the script and the style sheet of a part of the console when it is opened. */
import type { ComponentChildren, ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Broken, PartMissing } from './broken.tsx';
import { Waiting } from '../notice.tsx';

/** Loads a part. It must be the same function at every rendering. */
export type Load = () => Promise<ComponentType>;

const styles = new Map<string, Promise<void>>();

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

/** Shows a part once it is loaded. If it cannot be loaded, offers a reload. */
export function Lazy({ load }: { load: Load }): VNode {
  const [state, setState] = useState<{ load: Load; Component?: ComponentType; error?: unknown }>({ load });
  useEffect(() => {
    let isWanted = true;
    load().then(
      (Component) => isWanted && setState({ load, Component }),
      (error: unknown) => isWanted && setState({ load, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);
  const { Component, error } = state.load === load ? state : { Component: undefined, error: undefined };
  if (error !== undefined) return <Broken error={new PartMissing(error)} rescue="nothing" />;
  return Component === undefined ? <Waiting /> : <Component />;
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
