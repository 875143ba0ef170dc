/** Faults of files and folders (errno). */
const FILE_FAULTS: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not read or write it',
  EPERM: 'this user may not read or write it',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'it is there already',
  EROFS: 'it is on a disk that can only be read',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its user has no room left on the disk',
  ENAMETOOLONG: 'its name is too long',
};

/** What is wrong with a file, in a few words; undefined for any other error. */
export const fileFaultOf = (code: string | undefined): string | undefined => FILE_FAULTS[code ?? ''];
