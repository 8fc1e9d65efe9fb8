/** Content scripts need no storage, and one that a page got hold of would find keys there. */
export async function closeStorageToPages(): Promise<void> {
  await chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}
