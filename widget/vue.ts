/** Vue: `const number = useNumber('(212) 555-0134')`. */
import { type Ref, onMounted, onUnmounted, ref } from 'vue';
import { currentNumber, hearNumbers } from './binding.ts';

/**
 * The number that this visit sees in place of `target`, a printed number in any form, in the same form. On the server,
 * while a page is hydrated and until the plan is there it is `target` itself.
 */
export function useNumber(target: string): Readonly<Ref<string>> {
  const number = ref(target);
  const read = (): void => {
    number.value = currentNumber(target);
  };
  let stop = (): void => {};
  onMounted(() => {
    stop = hearNumbers(read);
    read();
  });
  onUnmounted(() => stop());
  return number;
}
