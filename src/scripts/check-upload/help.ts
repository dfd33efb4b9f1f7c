export const HELP = `sealed-capture check-upload URL: tests a running upload server as the elements use it

It stores a few small test files at the server, and says of each point whether it is right. With
--origin it also announces a file of 10 GB, and ends the connection after half a kilobyte.

  --tus                  the server speaks tus; URL is where uploads are created
  --origin ORIGIN        origin of your pages, such as https://app.example, if the server has
                         another: checks CORS
  --method PUT           sends files by PUT; default POST
  --header "Name: value" sends a header with each request, such as Authorization; repeatable. Its
                         value is never printed. "Name:" leaves out a header that is sent by
                         default, as presigned addresses need it. A Cookie header stands for
                         credentials: 'include'
  --stored-field NAME    as storedField of createHttpDelivery
  --size BYTES           also sends a file of this size, to find limits
  --photos-only          tries no recording
  --json                 prints the findings as JSON

Exit status: 0 no faults, 1 faults, 2 wrong usage.
`;
