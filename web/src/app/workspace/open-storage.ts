/** Opens what this browser stores for a user, with the key that the server gives to them alone. */
import type { QueryClient } from '@tanstack/react-query';
import { storageKeyQuery } from '@/features/workspace/api';
import { rememberHours } from '@/lib/vault/expired-reports';
import { sealWith } from '@/lib/vault/seal';
import type { Vault } from '@/lib/vault/vault';
import type { ReportStorage } from './recent-reports';

/** Both come after the first paint, with their scripts. */
export function openStorage(client: QueryClient, userId: string) {
  const access = async () => {
    const { key, recentReportsHours } = await client.fetchQuery(storageKeyQuery(userId));
    rememberHours(recentReportsHours);
    return { seal: await sealWith(key), hours: recentReportsHours };
  };
  let reports: Promise<ReportStorage> | null = null;

  async function openReports(): Promise<ReportStorage> {
    const [{ openReportShelf }, { seal, hours }] = await Promise.all([import('@/lib/vault/report-shelf'), access()]);
    return { shelf: await openReportShelf(userId, seal), hours };
  }

  return {
    async vault(): Promise<Vault> {
      const [{ openVault }, { seal }] = await Promise.all([import('@/lib/vault/vault'), access()]);
      return openVault(userId, seal);
    },
    /** Opened once; what could not be opened is tried again next time. */
    reports(): Promise<ReportStorage> {
      reports ??= openReports().catch((error: unknown) => {
        reports = null;
        throw error;
      });
      return reports;
    },
  };
}
