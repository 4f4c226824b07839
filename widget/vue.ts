/** Vue: `const number = useNumber('(212) 555-0134')`. */
import { type Ref, onMounted, onUnmounted, ref } from 'vue';
import { currentNumber, onNumbersChange } from './binding.ts';

/**
 * Returns this visit's number in place of `target`, a printed number in any form, in the same form. On the server, during
 * hydration and until there is a plan, it is `target` itself.
 */
export function useNumber(target: string): Readonly<Ref<string>> {
  const number = ref(target);
  const read = (): void => {
    number.value = currentNumber(target);
  };
  let stop = (): void => {};
  onMounted(() => {
    stop = onNumbersChange(read);
    read();
  });
  onUnmounted(() => stop());
  return number;
}
