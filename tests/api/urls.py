"""The product's addresses, and a few endpoints more: the frame's parts where no endpoint of the
product shows them all."""

from django.urls import path
from rest_framework import generics, serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from config import urls
from foundation.refused import Refused
from people.models import User


class Row(serializers.ModelSerializer[User]):
    class Meta:
        model = User
        fields = ("id", "name")


class Rows(generics.ListAPIView[User]):
    queryset = User.objects.all()
    serializer_class = Row


class RowsByName(Rows):
    ordering = ("name",)


class RowsByRoleAndName(Rows):
    ordering = ("role", "-name", "-id")


class Answer(serializers.Serializer):
    word = serializers.CharField(max_length=5)
    tags = serializers.ListField(child=serializers.IntegerField(), default=list)

    def validate(self, attrs):
        if attrs["word"] == "wrong":
            raise serializers.ValidationError("These do not go together.")
        return attrs


class Echo(APIView):
    def post(self, request):
        return Response(request.data)


class One(APIView):
    many = False

    def post(self, request):
        sent = Answer(data=request.data, many=self.many)
        sent.is_valid(raise_exception=True)
        return Response(sent.data)


class TooLate(Refused):
    """The lease has ended."""


class Broken(APIView):
    def get(self, request):
        raise RuntimeError("hunter2")

    def post(self, request):
        raise TooLate


urlpatterns = [
    path("api/v1/for-tests/rows", Rows.as_view()),
    path("api/v1/for-tests/rows-by-name", RowsByName.as_view()),
    path("api/v1/for-tests/rows-by-role", RowsByRoleAndName.as_view()),
    path("api/v1/for-tests/echo", Echo.as_view()),
    path("api/v1/for-tests/one", One.as_view()),
    path("api/v1/for-tests/many", One.as_view(many=True)),
    path("api/v1/for-tests/broken", Broken.as_view()),
    *urls.urlpatterns,
]
handler400, handler403, handler404, handler500 = (
    urls.handler400,
    urls.handler403,
    urls.handler404,
    urls.handler500,
)
