/** The combobox of a menu, loaded apart from the first screen. */
import type { ComponentType } from 'preact';
import { later } from '../parts/lazy.tsx';
import type { ComboboxProps } from './combobox.tsx';

export const loadCombobox = async (): Promise<ComponentType<ComboboxProps>> =>
  (await import('./combobox.tsx')).ComboboxList;
export const ComboboxMenu = later(loadCombobox);
