/** What is used of a GPUDevice. */
interface Losable {
  lost: Promise<{ reason?: string; message: string }>;
}

/** Tells when the device that the runtime got is lost; one that was given back by us is not. */
export async function watchDevice(
  runtime: { readonly device?: unknown },
  onLost: (reason: string) => void,
): Promise<void> {
  const device = (await runtime.device) as Losable | undefined;
  if (!device) return;
  const { reason, message } = await device.lost;
  if (reason !== 'destroyed') onLost(`the graphics card was lost${message ? `: ${message}` : ''}`);
}
