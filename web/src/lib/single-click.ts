/**
 * For what must not be done twice by a hand that clicks twice: starting and stopping, taking away, exporting. The second
 * click of a double click does nothing; what stands under the pointer by then may be the next thing of a list.
 */
export function singleClick(act: () => void): (click: { readonly detail: number }) => void {
  return ({ detail }) => {
    // A key clicks with a detail of 0.
    if (detail <= 1) act();
  };
}
