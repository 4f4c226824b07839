/** What the pages of people who are not signed in share. */
import type { ComponentChildren, VNode } from 'preact';
import { Brand } from '../../components/icon.tsx';

/** The frame of these pages. */
export function Card({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <main class="welcome">
      <div class="brand">
        <Brand size={36} /> Leadline
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
