/** What the pages of people who are not signed in share. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Brand } from '../icon.tsx';

interface CardProps {
  title: string;
  /** What the company whose page it is calls the product. */
  product?: string | undefined;
  children: ComponentChildren;
}

/** The frame of these pages. */
export function Card({ title, product, children }: CardProps): VNode {
  useEffect(() => {
    if (product !== undefined) document.title = product;
  }, [product]);
  return (
    <main class="welcome">
      <div class="brand">
        {product ?? (
          <>
            <Brand size={36} /> Leadline
          </>
        )}
      </div>
      <div class="welcome-card">
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
      <p>The right number for every visit, and every call a lead.</p>
    </main>
  );
}

/** The link back to the sign-in. */
export function ToSignIn({ text = 'Back to the sign-in' }: { text?: string }): VNode {
  return (
    <p class="beside">
      <a href="/console/">{text}</a>
    </p>
  );
}
