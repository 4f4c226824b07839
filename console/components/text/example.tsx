/** What entries of an empty list may look like: a small table below its text and its next step. */
import type { VNode } from 'preact';

/** @param rows the cells of each entry, its name first */
export function Example({ rows }: { rows: readonly (readonly string[])[] }): VNode {
  return (
    <figure class="example">
      <figcaption>For example</figcaption>
      <table>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell) => (
                <td key={cell}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
