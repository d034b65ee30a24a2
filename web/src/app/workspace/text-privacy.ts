/** What is said beside the text of whether it leaves the server when it is structured. The account page says it in full. */
import type { Engines } from '@/api/types';

export function textPrivacy({
  structuring: { name, textLeavesMachine, server },
}: Pick<Engines, 'structuring'>): string {
  if (!textLeavesMachine) return 'The text stays on this server.';
  const service = server ? `${name} at ${server.host}` : name;
  const way = server?.readableOnTheWay ? ', unencrypted' : '';
  return `The text is sent to an outside service (${service})${way}. The patient’s ID and name are taken out where they are recognised.`;
}
