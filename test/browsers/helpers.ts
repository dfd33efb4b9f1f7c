// Imported before the files of a page, so that the cleanup of fixtures, which this registers, is for all of them.
import '@open-wc/testing';
